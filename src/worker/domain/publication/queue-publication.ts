import { query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareOne, type Params, type Statement } from '../../db/statement.ts';
import { imageUnder, recordQueued } from './processing-events.ts';

interface NewPublication {
  readonly uniqueLink: string;
  readonly uploadId: string;
  readonly now: number;
}

export function queuePublication({ uniqueLink, uploadId, now }: NewPublication): {
  readonly job: Statement<{ jobId: number }>;
  readonly event: Statement<number>;
} {
  return { job: insertJob({ uniqueLink, uploadId, now }), event: recordQueued(uniqueLink, now) };
}

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

const insertJob = prepareOne((p: Params<{ uniqueLink: string; uploadId: string; now: number }>) =>
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
