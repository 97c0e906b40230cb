import { query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareOne, type Params, type Statement } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import type { JobQueue, PublishMessage, Services } from '../services.ts';
import { imageUnder, recordQueued } from './processing-events.ts';

interface NewPublication {
  readonly uniqueLink: string;
  readonly uploadId: string;
  readonly now: number;
}

/** Queues the publication of the image under a link, in the batch that makes the image; returns the job's id. */
export function queuePublication({ uniqueLink, uploadId, now }: NewPublication): {
  readonly job: Statement<{ jobId: number }>;
  readonly event: Statement<number>;
} {
  return { job: insertJob({ uniqueLink, uploadId, now }), event: recordQueued(uniqueLink, now) };
}

/**
 * Queues the AVIF of a pipeline-1 image, in the batch that publishes it. The job has the upload of the publication,
 * which is kept as long as it is not done.
 */
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

/** Tells the workers of a job. Its row is what counts: the sweep sends again what is lost here. */
export function announceJob(
  { publishQueue, log }: Pick<Services, 'publishQueue' | 'log'>,
  jobId: number,
): Promise<void> {
  return announce(publishQueue, log, jobId);
}

/** Tells the worker that makes AVIFs of a job. */
export function announceAvif(
  { avifQueue, log }: Pick<Services, 'avifQueue' | 'log'>,
  jobId: number,
): Promise<void> {
  return announce(avifQueue, log, jobId);
}

async function announce(
  queue: JobQueue<PublishMessage>,
  log: Services['log'],
  jobId: number,
): Promise<void> {
  try {
    await queue.send({ jobId });
  } catch (error) {
    log.error('publication_not_announced', { job_id: jobId, reason: describeError(error) });
  }
}
