import { GuardError } from '../../db/guard.ts';
import type { JobKind } from '../../db/schema/jobs.ts';
import { describeError } from '../../lib/log.ts';
import type { Services } from '../services.ts';
import { claimJob, type ClaimedJob } from './claim-job.ts';
import { holdJob, postponeJob } from './postpone-job.ts';

export type JobOutcome =
  /** 'skipped': done, and there is no result. */
  | { readonly outcome: 'published' | 'skipped' | 'failed' | 'held' | 'not_ours' }
  | { readonly outcome: 'postponed'; readonly delayMs: number };

export type JobServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'objects' | 'imageService' | 'negativeCache' | 'avifQueue' | 'log'
>;

/** What the kinds of jobs do in their own ways; each may throw a GuardError when the lease went to another worker. */
export interface JobWork {
  readonly attempt: (services: JobServices, job: ClaimedJob) => Promise<JobOutcome>;
  /** Ends a job whose attempts are used up; `lastError` is null when each of them died without a word. */
  readonly giveUp: (
    services: JobServices,
    job: ClaimedJob,
    lastError: string | null,
  ) => Promise<JobOutcome>;
  /** Erases what was made and nobody will commit any more. */
  readonly withdraw: (services: JobServices, job: ClaimedJob) => Promise<void>;
}

/**
 * Does a job of a kind if it is due and free. Failures of the work itself end as an outcome; what is thrown is D1 or R2
 * out of reach, and the lease then runs out.
 */
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
    await work.withdraw(services, claim.job);
    return { outcome: 'not_ours' };
  }
}

async function workOn(services: JobServices, job: ClaimedJob, work: JobWork): Promise<JobOutcome> {
  if (!job.isCommitted && job.accountStatus !== 'active') {
    await holdJob(services, job);
    return { outcome: 'held' };
  }
  if (!job.isCommitted && job.attempts > services.config.PUBLICATION_MAX_ATTEMPTS) {
    // The last attempt died without a word, perhaps of a source that breaks the isolate.
    return work.giveUp(services, job, job.lastError);
  }
  try {
    return await work.attempt(services, job);
  } catch (error) {
    if (error instanceof GuardError) throw error;
    return await settleError(services, job, work, error);
  }
}

async function settleError(
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
  return work.giveUp(services, job, text);
}
