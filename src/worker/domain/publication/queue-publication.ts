import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareOne, type Params, type SqlParam } from '../../db/statement.ts';

/** Goes in the batch that publishes the image. The job shares the publication's upload. */
export const queueAvif = prepareOne(
  (p: Params<{ imageId: number; uploadId: string; now: number }>) =>
    query
      .insert(publicationJobs)
      .values({
        imageId: p.imageId,
        kind: 'avif',
        uploadId: p.uploadId,
        status: 'queued',
        runAfter: p.now,
        createdAt: p.now,
        updatedAt: p.now,
      })
      .returning({ jobId: publicationJobs.id }),
);

export const queuePublication = prepareOne(
  (p: Params<{ uniqueLink: string; uploadId: string; now: number }>) =>
    query
      .insert(publicationJobs)
      .values({
        imageId: imageUnder(p.uniqueLink),
        uploadId: p.uploadId,
        status: 'queued',
        runAfter: p.now,
        createdAt: p.now,
        updatedAt: p.now,
      })
      .returning({ jobId: publicationJobs.id }),
);

export function imageUnder(uniqueLink: SqlParam<string>): SQL<number> {
  return sql<number>`(SELECT ${images.id} FROM ${images} WHERE ${eq(images.uniqueLink, uniqueLink)})`;
}
