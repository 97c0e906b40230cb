import type { Config } from '../../src/worker/config.ts';
import type { WorkCount } from '../../src/worker/domain/metrics/count-work.ts';
import type { CronRun } from '../../src/worker/domain/metrics/cron-runs.ts';
import { THRESHOLDS } from '../monitoring/thresholds.ts';
import { attention, broken, ok, type Finding } from './finding.ts';
import type { State } from './read-state.ts';

export interface Site {
  readonly isRemote: boolean;
  readonly nowMs: number;
  /** Null when the Worker would refuse it. */
  readonly config: Pick<
    Config,
    'PURGE_TARGET' | 'STORAGE_CAPACITY_BYTES' | 'STORAGE_SOFT_PRESSURE_PERCENT'
  > | null;
}

const GIBIBYTE = 1024 ** 3;
const ALERTS = 'docs/operations.md, Alerts';

/** The thresholds are those of the alerts. */
export function checkState(state: State, site: Site): Finding[] {
  return [
    ...checkPublications(state.jobs, site),
    ...checkEvents(state.events, site),
    ...checkCron(state.run, site),
    checkTasks(state.tasks),
    checkStorage(state, site),
    checkDatabaseSize(state),
  ];
}

function checkPublications(jobs: State['jobs'], { nowMs }: Site): Finding[] {
  const subject = 'publications';
  const failed = jobs.filter(({ label, count }) => label.startsWith('failed ') && count > 0);
  const late = jobs.filter(
    (job) => job.label.startsWith('queued ') && ageSeconds(job, nowMs) > THRESHOLDS.queuedSeconds,
  );
  const faults = [
    ...failed.map(({ label, count }) =>
      attention(
        subject,
        `${count} ${label}`,
        'The console lists them with their reasons; npm run admin -- retry IMAGE_ID starts one again.',
      ),
    ),
    ...late.map((job) =>
      attention(
        subject,
        `${job.count} ${job.label}, the oldest for ${describeAge(job, nowMs)}`,
        `${ALERTS}, TintypePublicationsLate.`,
      ),
    ),
  ];
  return faults.length > 0 ? faults : [ok(subject, 'none has failed or waits for long')];
}

function checkEvents(events: State['events'], { nowMs, config }: Site): Finding[] {
  const limits = [
    { kind: 'purge', seconds: THRESHOLDS.purgeSeconds, alert: 'TintypePurgesLate' },
    { kind: 'erase', seconds: THRESHOLDS.eraseSeconds, alert: 'TintypeErasuresLate' },
    { kind: 'account', seconds: THRESHOLDS.accountSeconds, alert: 'TintypeAccountsFrozen' },
  ];
  const faults = limits.flatMap(({ kind, seconds, alert }) => {
    const waiting = events.find(({ label }) => label === kind);
    if (waiting === undefined || ageSeconds(waiting, nowMs) <= seconds) return [];
    // They wait for a receiver.
    if (kind === 'purge' && config?.PURGE_TARGET === 'none') return [];
    const text = `${waiting.count} ${kind} events wait, the oldest for ${describeAge(waiting, nowMs)}`;
    return [attention('outbox', text, `${ALERTS}, ${alert}.`)];
  });
  return faults.length > 0 ? faults : [ok('outbox', 'no effect waits for long')];
}

/** On this machine only `npm start` runs the cron. */
function checkCron(run: CronRun | null, { isRemote, nowMs }: Site): Finding[] {
  const age = run === null ? Number.POSITIVE_INFINITY : (nowMs - run.endedAt) / 1000;
  if (run === null || age > THRESHOLDS.cronSeconds) {
    const text =
      run === null ? 'it has never run' : `its last run ended ${describeSeconds(age)} ago`;
    return [
      isRemote
        ? broken('cron', text, `${ALERTS}, TintypeCronStopped.`)
        : attention('cron', text, 'npm start runs it every minute.'),
    ];
  }
  const failed = run.parts.filter(({ isOk }) => !isOk).map(({ part }) => part);
  const took = describeSeconds((run.endedAt - run.startedAt) / 1000);
  return [
    failed.length === 0
      ? ok('cron', `ran ${describeSeconds(age)} ago, for ${took}`)
      : attention(
          'cron',
          `parts failed in the last run: ${failed.join(', ')}`,
          'The log has sweep_failed with the reason.',
        ),
  ];
}

/** One that does not move fails in the cron. */
function checkTasks(tasks: State['tasks']): Finding {
  const open = tasks.filter(({ doneAt }) => doneAt === null);
  const states = open.map(({ name, position }) => `${name} is at ${position}`);
  return ok('tasks', open.length === 0 ? 'all conversions are done' : states.join(', '));
}

function checkStorage({ totals }: State, { config }: Site): Finding {
  const taken = totals.storageUsed + totals.storageReserved;
  const capacity = config?.STORAGE_CAPACITY_BYTES ?? null;
  if (config === null || capacity === null) {
    return ok('storage', `${describeBytes(taken)} are taken, of no limit`);
  }
  const limit = (capacity * config.STORAGE_SOFT_PRESSURE_PERCENT) / 100;
  const text = `${describeBytes(taken)} of ${describeBytes(limit)} for new uploads are taken`;
  const advice = 'Raise STORAGE_CAPACITY_BYTES, or lower quotas.';
  if (taken >= limit) return broken('storage', `${text}: uploads are refused`, advice);
  return taken > limit * THRESHOLDS.storageShare
    ? attention('storage', text, advice)
    : ok('storage', text);
}

function checkDatabaseSize({ sizeBytes }: State): Finding {
  const text = `${describeBytes(sizeBytes)}; D1 takes 10 GB`;
  return sizeBytes > THRESHOLDS.databaseBytes
    ? attention('database size', text, `${ALERTS}, TintypeDatabaseFull.`)
    : ok('database size', text);
}

function ageSeconds({ oldest }: WorkCount, nowMs: number): number {
  return oldest === null ? 0 : (nowMs - oldest) / 1000;
}

function describeAge(work: WorkCount, nowMs: number): string {
  return describeSeconds(ageSeconds(work, nowMs));
}

function describeSeconds(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = seconds / 60;
  return minutes < 120 ? `${minutes.toFixed(0)} min` : `${(minutes / 60).toFixed(0)} h`;
}

function describeBytes(bytes: number): string {
  return bytes < GIBIBYTE
    ? `${(bytes / 1024 ** 2).toFixed(1)} MiB`
    : `${(bytes / GIBIBYTE).toFixed(1)} GiB`;
}
