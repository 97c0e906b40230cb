import { describeError } from '../lib/log.ts';
import type { JobQueue, PublishMessage, Services } from './services.ts';

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
