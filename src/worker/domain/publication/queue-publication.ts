import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs, type JobKind } from '../../db/schema/jobs.ts';
import { prepareOne, type Params, type SqlParam } from '../../db/statement.ts';

/** Goes in the batch that publishes the image. The job shares the publication's upload. */
export const queueAvif = prepareOne(
  (p: Params<{ imageId: number; uploadId: string; now: number }>) =>
    insertJob('avif', p.imageId, p),
);

export const queuePublication = prepareOne(
  (p: Params<{ uniqueLink: string; uploadId: string; now: number }>) =>
    insertJob('publish', imageUnder(p.uniqueLink), p),
);

function insertJob(
  kind: JobKind,
  imageId: SqlParam<number> | SQL<number>,
  { uploadId, now }: Params<{ uploadId: string; now: number }>,
) {
  return query
    .insert(publicationJobs)
    .values({
      imageId,
      kind,
      uploadId,
      status: 'queued',
      runAfter: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ jobId: publicationJobs.id });
}

export function imageUnder(uniqueLink: SqlParam<string>): SQL<number> {
  return sql<number>`(SELECT ${images.id} FROM ${images} WHERE ${eq(images.uniqueLink, uniqueLink)})`;
}
