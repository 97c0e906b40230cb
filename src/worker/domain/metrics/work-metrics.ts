import { JOB_KINDS, JOB_STATUSES } from '../../db/schema/jobs.ts';
import { OUTBOX_KINDS } from '../../db/schema/outbox.ts';
import { UPLOAD_STATUSES } from '../../db/schema/uploads.ts';
import { measure, type Metric, type Sample } from './catalogue.ts';
import type { WorkCount } from './count-work.ts';

/** All label sets, so that work without rows has a sample too and an alert finds a zero. */
type Labels = Readonly<Record<string, Sample['labels']>>;

const UPLOADS: Labels = Object.fromEntries(UPLOAD_STATUSES.map((state) => [state, { state }]));
const JOBS: Labels = Object.fromEntries(
  JOB_STATUSES.flatMap((state) =>
    JOB_KINDS.map((kind) => [`${state} ${kind}`, { state, kind }] as const),
  ),
);
const EVENTS: Labels = Object.fromEntries(OUTBOX_KINDS.map((kind) => [kind, { kind }]));

/** The work per state, up to `limit`, and the age of its oldest item (0 for none). */
export function workMetrics(
  rows: Readonly<Record<'uploads' | 'jobs' | 'events', readonly WorkCount[]>> & {
    readonly deletions: Omit<WorkCount, 'label'>;
  },
  limit: number,
  nowMs: number,
): Metric[] {
  const note = `, counted up to ${String(limit)}`;
  const countOf = ({ count }: WorkCount): number => count;
  const ageOf = ({ oldest }: Omit<WorkCount, 'label'>): number =>
    oldest === null ? 0 : Math.max(0, nowMs - oldest) / 1000;
  const uploads = sampler(UPLOADS, rows.uploads);
  const jobs = sampler(JOBS, rows.jobs);
  const events = sampler(EVENTS, rows.events);
  return [
    measure('tintype_upload_sessions', uploads(countOf), note),
    measure('tintype_upload_sessions_oldest_age_seconds', uploads(ageOf)),
    measure('tintype_publication_jobs', jobs(countOf), note),
    measure('tintype_publication_jobs_oldest_age_seconds', jobs(ageOf)),
    measure('tintype_outbox_events_pending', events(countOf), note),
    measure('tintype_outbox_events_pending_oldest_age_seconds', events(ageOf)),
    measure('tintype_account_deletions_due', rows.deletions.count, note),
    measure('tintype_account_deletions_due_oldest_age_seconds', ageOf(rows.deletions)),
  ];
}

function sampler(labels: Labels, rows: readonly WorkCount[]) {
  const byLabel = new Map(rows.map((row) => [row.label, row]));
  return (valueOf: (row: WorkCount) => number): Sample[] =>
    Object.entries(labels).map(([label, set]) => {
      const row = byLabel.get(label);
      return { labels: set, value: row === undefined ? 0 : valueOf(row) };
    });
}
