import { GuardError } from '../../db/guard.ts';
import type { JobKind } from '../../db/schema/jobs.ts';
import { describeError } from '../../lib/log.ts';
import type { Services } from '../services.ts';
import { claimJob, type ClaimedJob } from './claim-job.ts';
import { awaitAccount, postponeJob } from './postpone-job.ts';

export type JobOutcome =
  /** 'skipped': done without a result; 'held': waits for the account or the watermark. */
  | { readonly outcome: 'published' | 'skipped' | 'failed' | 'held' | 'not_ours' }
  | { readonly outcome: 'postponed'; readonly delayMs: number };

export type JobServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'objects' | 'imageService' | 'negativeCache' | 'avifQueue' | 'log'
>;

/** Each may throw a GuardError when the lease is lost. */
export interface JobWork {
  readonly attempt: (services: JobServices, job: ClaimedJob) => Promise<JobOutcome>;
  /** After the last attempt; `lastError` is null when each attempt crashed. */
  readonly onExhausted: (
    services: JobServices,
    job: ClaimedJob,
    lastError: string | null,
  ) => Promise<JobOutcome>;
  /** Erases objects that no worker can commit. */
  readonly eraseUncommitted: (services: JobServices, job: ClaimedJob) => Promise<void>;
}

/** Failures of the work are outcomes; throws only when D1 or R2 is unreachable, and the lease then expires. */
export async function runJob(
  services: JobServices,
  kind: JobKind,
  jobId: number,
  work: JobWork,
): Promise<JobOutcome> {
  const claim = await claimJob(services, kind, jobId);
  if (claim.outcome === 'early') return { outcome: 'postponed', delayMs: claim.delayMs };
  if (claim.outcome === 'not_ours') return { outcome: 'not_ours' };
  try {
    return await workOn(services, claim.job, work);
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    services.log.info('publication_lease_lost', { job_id: jobId, kind, reason: error.reason });
    await work.eraseUncommitted(services, claim.job);
    return { outcome: 'not_ours' };
  }
}

async function workOn(services: JobServices, job: ClaimedJob, work: JobWork): Promise<JobOutcome> {
  if (!job.isCommitted && job.accountStatus !== 'active') {
    await awaitAccount(services, job);
    return { outcome: 'held' };
  }
  if (!job.isCommitted && job.attempts > services.config.PUBLICATION_MAX_ATTEMPTS) {
    // The last attempt crashed, perhaps because of its source.
    return work.onExhausted(services, job, job.lastError);
  }
  try {
    return await work.attempt(services, job);
  } catch (error) {
    if (error instanceof GuardError) throw error;
    return await retryOrEnd(services, job, work, error);
  }
}

async function retryOrEnd(
  services: JobServices,
  job: ClaimedJob,
  work: JobWork,
  error: unknown,
): Promise<JobOutcome> {
  const text = describeError(error);
  services.log.error('publication_attempt_failed', {
    job_id: job.jobId,
    kind: job.kind,
    image_id: job.imageId,
    attempts: job.attempts,
    reason: text,
  });
  if (job.isCommitted || job.attempts < services.config.PUBLICATION_MAX_ATTEMPTS) {
    return { outcome: 'postponed', delayMs: await postponeJob(services, job, text) };
  }
  return work.onExhausted(services, job, text);
}
