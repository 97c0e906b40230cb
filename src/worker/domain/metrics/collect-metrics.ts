import { JOB_KINDS, JOB_STATUSES } from '../../db/schema/jobs.ts';
import { OUTBOX_KINDS } from '../../db/schema/outbox.ts';
import { UPLOAD_STATUSES } from '../../db/schema/uploads.ts';
import { selectTotals, type SiteTotals } from '../accounting/read-totals.ts';
import type { CounterTotals, RequestCount, Services } from '../services.ts';
import { countEvents, countJobs, countUploads, type WorkCount } from './count-work.ts';

/** Follows Prometheus' conventions: base units, unit in the name, `_total` for counters. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface WorkKind {
  readonly name: string;
  readonly help: string;
  /** All label sets, so that work without rows has a sample too and an alert finds a zero. */
  readonly labels: Readonly<Record<string, Sample['labels']>>;
}

const UPLOADS: WorkKind = {
  name: 'tintype_upload_sessions',
  help: 'Upload sessions by state',
  labels: Object.fromEntries(UPLOAD_STATUSES.map((state) => [state, { state }])),
};
const JOBS: WorkKind = {
  name: 'tintype_publication_jobs',
  help: 'Publication jobs by state and kind',
  labels: Object.fromEntries(
    JOB_STATUSES.flatMap((state) =>
      JOB_KINDS.map((kind) => [`${state} ${kind}`, { state, kind }] as const),
    ),
  ),
};
const OUTBOX: WorkKind = {
  name: 'tintype_outbox_events_pending',
  help: 'Effects to be done',
  labels: Object.fromEntries(OUTBOX_KINDS.map((kind) => [kind, { kind }])),
};

/** One batch to D1, bounded by `METRICS_MAX_COUNT`, and one call to each counter object. */
export async function collectMetrics({
  db,
  counters,
  clock,
  config,
}: Pick<Services, 'db' | 'counters' | 'clock' | 'config'>): Promise<Metric[]> {
  const limit = config.METRICS_MAX_COUNT;
  const [{ uploads, jobs, events, totals }, counted] = await Promise.all([
    db.batch({
      uploads: countUploads(limit),
      jobs: countJobs(limit),
      events: countEvents(limit),
      totals: selectTotals(),
    }),
    counters.readTotals(),
  ]);
  const nowMs = clock.now();
  return [
    ...trafficMetrics(counted),
    ...workMetrics(UPLOADS, uploads, limit, nowMs),
    ...workMetrics(JOBS, jobs, limit, nowMs),
    ...workMetrics(OUTBOX, events, limit, nowMs),
    ...siteMetrics(totals, config.STORAGE_CAPACITY_BYTES),
  ];
}

function trafficMetrics({ requests, viewsFlushed }: CounterTotals): Metric[] {
  const answered = 'Requests answered, by route template and status.';
  return [
    ...(requests === null
      ? []
      : [counter('tintype_http_requests_total', answered, sampleRequests(requests))]),
    counter('tintype_views_flushed_total', 'Views carried from the counters to the database.', [
      { labels: {}, value: viewsFlushed },
    ]),
  ];
}

function sampleRequests(counts: readonly RequestCount[]): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { route, status, count: requests } of counts) {
    const key = `${route} ${String(status)}`;
    const [method = '', template = ''] = route.split(' ');
    const labels = { method, route: template, status: String(status) };
    samples.set(key, { labels, value: requests + (samples.get(key)?.value ?? 0) });
  }
  return [...samples.values()];
}

/** Samples the work per state, up to `limit`, and the age of its oldest item (0 for none). */
function workMetrics(
  { name, help, labels }: WorkKind,
  rows: readonly WorkCount[],
  limit: number,
  nowMs: number,
): Metric[] {
  const byLabel = new Map(rows.map((row) => [row.label, row]));
  const sampleEach = (valueOf: (row: WorkCount) => number): readonly Sample[] =>
    Object.entries(labels).map(([label, set]) => {
      const row = byLabel.get(label);
      return { labels: set, value: row === undefined ? 0 : valueOf(row) };
    });
  return [
    gauge(
      name,
      `${help}, counted up to ${String(limit)}.`,
      sampleEach((row) => row.count),
    ),
    gauge(
      `${name}_oldest_age_seconds`,
      `${help}: age of the oldest that was counted.`,
      sampleEach(({ oldest }) => (oldest === null ? 0 : Math.max(0, nowMs - oldest) / 1000)),
    ),
  ];
}

function siteMetrics(totals: SiteTotals, capacityBytes: number | null): Metric[] {
  return [
    gauge('tintype_views', 'Views of all images there are.', totals.views),
    gauge('tintype_storage_used_bytes', 'Bytes stored for images.', totals.storageUsed),
    gauge(
      'tintype_storage_reserved_bytes',
      'Bytes reserved by upload sessions.',
      totals.storageReserved,
    ),
    gauge(
      'tintype_storage_capacity_bytes',
      'Bytes that the site may store; absent when there is no limit.',
      capacityBytes ?? [],
    ),
    gauge('tintype_images', 'Images of all users.', totals.images),
    gauge('tintype_users', 'Accounts.', totals.users),
    gauge('tintype_active_users', 'Accounts with status active.', totals.activeUsers),
    gauge('tintype_sessions', 'Sessions that are open.', totals.sessions),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return {
    name,
    help,
    type: 'gauge',
    samples: typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples,
  };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples };
}
