import { publishImage } from '../domain/publication/publish-image.ts';
import type { PublishMessage, Services } from '../domain/services.ts';
import type { Verdict } from './messages.ts';

/** One message of the publish queue. A job that someone else has, or that is held, needs no message: the sweep sends one. */
export const publish = async (services: Services, { jobId }: PublishMessage): Promise<Verdict> => {
  const result = await publishImage(services, jobId);
  services.log.info('publication', { job_id: jobId, outcome: result.outcome });
  return result.outcome === 'postponed' ? { ack: false, delayMs: result.delayMs } : { ack: true };
};
