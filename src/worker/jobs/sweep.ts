import { claimDeletions } from '../domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../domain/accounts/erase-account.ts';
import { sweepIdentities, sweepNonces } from '../domain/devices/sweep-devices.ts';
import { indexLibraries } from '../domain/images/index-libraries.ts';
import { sweepInvitations } from '../domain/invitations/sweep-invitations.ts';
import { probeBucket } from '../domain/metrics/probe-bucket.ts';
import { recordDay } from '../domain/metrics/record-day.ts';
import { deleteDoneJobs, expireFailedJobs } from '../domain/publication/expire-jobs.ts';
import { resendJobs } from '../domain/publication/resend-jobs.ts';
import { recordRun, type PartOutcome } from '../domain/metrics/cron-runs.ts';
import type { Services } from '../domain/services.ts';
import { sweepSessions } from '../domain/sessions/sweep-sessions.ts';
import { publishSiteFacts } from '../domain/site/read-facts.ts';
import {
  eraseClosedUploads,
  expireUploads,
  finishUploads,
} from '../domain/uploads/sweep-uploads.ts';
import { forgetUploads } from '../domain/uploads/forget-uploads.ts';
import { sweepTrash } from '../domain/trash/sweep-trash.ts';
import { runSettledTasks } from '../domain/tasks/run-tasks.ts';
import { describeError } from '../lib/log.ts';
import { deliverOutbox } from './deliver-outbox.ts';

/** Each does a bounded amount of work and may return its count; the next run continues. */
const PARTS: Readonly<
  Record<string, (services: Services, dueAt: number) => Promise<number | void>>
> = {
  probe_bucket: probeBucket,
  record_day: recordDay,
  publish_facts: publishSiteFacts,
  index_libraries: indexLibraries,
  resend_publications: resendJobs,
  expire_failed_publications: expireFailedJobs,
  delete_done_publications: deleteDoneJobs,
  expire_uploads: expireUploads,
  finish_uploads: finishUploads,
  erase_closed_uploads: eraseClosedUploads,
  forget_uploads: forgetUploads,
  delete_expired_sessions: sweepSessions,
  delete_expired_identities: sweepIdentities,
  delete_old_nonces: sweepNonces,
  delete_ended_invitations: sweepInvitations,
  erase_trash: sweepTrash,
  claim_deletions: claimDeletions,
  erase_accounts: eraseAccounts,
  run_tasks: runSettledTasks,
  deliver_erasures: (services) => deliverOutbox(services, 'erase'),
  deliver_account_events: (services) => deliverOutbox(services, 'account'),
  // Last: it may wait for its target.
  deliver_purges: (services) => deliverOutbox(services, 'purge'),
};

/**
 * A failed part does not stop the others. The minute of `dueAt`, the planned start, decides which run.
 * @throws {DomainError} database_unavailable or cache_unavailable while the boot gate is closed.
 */
export async function sweep(services: Services, dueAt = services.clock.now()): Promise<void> {
  await services.bootGate.pass(services.directory, services.cache);
  const startedAt = services.clock.now();
  const parts: PartOutcome[] = [];
  for (const [part, run] of Object.entries(PARTS)) {
    const partStartedAt = services.clock.now();
    const isOk = await runPart(services, part, () => run(services, dueAt));
    const endedAt = services.clock.now();
    parts.push({ part, endedAt, tookMs: endedAt - partStartedAt, isOk });
  }
  const endedAt = services.clock.now();
  await runPart(services, 'record_run', () => recordRun(services, { startedAt, endedAt, parts }));
}

/** False when the part failed. */
async function runPart(
  { log }: Services,
  part: string,
  run: () => Promise<number | void>,
): Promise<boolean> {
  try {
    const count = await run();
    if (count) log.info('sweep', { part, count });
    return true;
  } catch (error) {
    log.error('sweep_failed', { part, reason: describeError(error) });
    return false;
  }
}
