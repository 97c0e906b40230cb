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

/** The sweep sends a lost message again. */
export function announceJob(
  { publishQueue, log }: Pick<Services, 'publishQueue' | 'log'>,
  jobId: number,
): Promise<void> {
  return announce(publishQueue, log, jobId);
}

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
