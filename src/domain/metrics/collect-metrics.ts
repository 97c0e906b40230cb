import { count, getTableColumns, min } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { JOB_STATUSES, publicationJobs } from '../../db/schema/jobs.ts';
import { OUTBOX_KINDS, outboxEvents } from '../../db/schema/outbox.ts';
import { UPLOAD_STATUSES, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareOne } from '../../db/statement.ts';
import type { CounterTotals, RequestCount, Services } from '../services.ts';

/** One metric by the conventions of Prometheus: base units, the unit in the name, `_total` for what only grows. */
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
  readonly label: string;
  /** All of the label's values: one without work has a sample too, so that an alert finds a zero instead of a gap. */
  readonly values: readonly string[];
}

const UPLOADS: WorkKind = {
  name: 'tintype_upload_sessions',
  help: 'Upload sessions by state',
  label: 'state',
  values: UPLOAD_STATUSES,
};
const JOBS: WorkKind = {
  name: 'tintype_publication_jobs',
  help: 'Publication jobs by state',
  label: 'state',
  values: JOB_STATUSES,
};
const OUTBOX: WorkKind = {
  name: 'tintype_outbox_events_pending',
  help: 'Effects to be done',
  label: 'kind',
  values: OUTBOX_KINDS,
};

/** Everything that /metrics shows: one batch to D1, one call to each counter object. */
export async function collectMetrics({
  db,
  counters,
  clock,
  config,
}: Pick<Services, 'db' | 'counters' | 'clock' | 'config'>): Promise<Metric[]> {
  const [{ uploads, jobs, events, totals }, counted] = await Promise.all([
    db.batch({
      uploads: selectUploads(),
      jobs: selectJobs(),
      events: selectEvents(),
      totals: selectTotals(),
    }),
    counters.readTotals(),
  ]);
  const nowMs = clock.now();
  return [
    ...trafficMetrics(counted),
    ...workMetrics(UPLOADS, uploads, nowMs),
    ...workMetrics(JOBS, jobs, nowMs),
    ...workMetrics(OUTBOX, events, nowMs),
    ...siteMetrics(totals, config.STORAGE_CAPACITY_BYTES),
  ];
}

const selectUploads = prepareAll(() =>
  countBy(uploadSessions, uploadSessions.status, uploadSessions.createdAt),
);

const selectJobs = prepareAll(() =>
  countBy(publicationJobs, publicationJobs.status, publicationJobs.createdAt),
);

const selectEvents = prepareAll(() =>
  countBy(outboxEvents, outboxEvents.kind, outboxEvents.createdAt),
);

const selectTotals = prepareOne(() => query.select(getTableColumns(siteTotals)).from(siteTotals));

/** How many rows have each label, and when the oldest of them was made (milliseconds). */
function countBy(table: SQLiteTable, label: SQLiteColumn, createdAt: SQLiteColumn) {
  return query
    .select({ label, count: count(), oldest: min(createdAt) })
    .from(table)
    .groupBy(label);
}

function trafficMetrics({ requests, viewsFlushed }: CounterTotals): Metric[] {
  return [
    counter(
      'tintype_http_requests_total',
      'Requests answered, by route template and status.',
      sampleRequests(requests),
    ),
    counter('tintype_views_flushed_total', 'Views carried from the counters to the database.', [
      { labels: {}, value: viewsFlushed },
    ]),
  ];
}

/** One sample for each method, route and status, added up over the counter objects. */
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

interface WorkCount {
  readonly label: unknown;
  readonly count: number;
  readonly oldest: unknown;
}

/** How much of one kind of work there is in each state, and how old its oldest piece is (0 where there is none). */
function workMetrics(
  { name, help, label, values }: WorkKind,
  rows: readonly WorkCount[],
  nowMs: number,
): Metric[] {
  const byValue = new Map(rows.map((row) => [row.label, row]));
  const sampleEach = (valueOf: (row: WorkCount) => number): readonly Sample[] =>
    values.map((value) => {
      const row = byValue.get(value);
      return { labels: { [label]: value }, value: row === undefined ? 0 : valueOf(row) };
    });
  return [
    gauge(
      name,
      `${help}.`,
      sampleEach((row) => row.count),
    ),
    gauge(
      `${name}_oldest_age_seconds`,
      `${help}: age of the oldest.`,
      sampleEach((row) => Math.max(0, nowMs - Number(row.oldest)) / 1000),
    ),
  ];
}

function siteMetrics(
  totals: typeof siteTotals.$inferSelect,
  capacityBytes: number | null,
): Metric[] {
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
