import { statement } from '../../db/database.ts';
import { JOB_STATUSES } from '../../db/schema/jobs.ts';
import { OUTBOX_KINDS } from '../../db/schema/outbox.ts';
import { UPLOAD_STATUSES } from '../../db/schema/uploads.ts';
import type { CounterTotals, RequestCount, Services } from '../services.ts';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric by the conventions of Prometheus: base units, the unit in the name, `_total` for what only grows. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

type Row = Readonly<Record<string, unknown>>;

const READS = [
  'SELECT status AS label, COUNT(*) AS count, MIN(created_at) AS oldest FROM upload_sessions GROUP BY status',
  'SELECT status AS label, COUNT(*) AS count, MIN(created_at) AS oldest FROM publication_jobs GROUP BY status',
  'SELECT kind AS label, COUNT(*) AS count, MIN(created_at) AS oldest FROM outbox_events GROUP BY kind',
  'SELECT * FROM site_totals',
].map((text) => statement(text));

const gauge = (name: string, help: string, samples: readonly Sample[] | number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples,
});

const counter = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: 'counter',
  samples,
});

/** One sample for each method, route and status, added up over the counter objects. */
const sampleRequests = (counts: readonly RequestCount[]): Sample[] => {
  const samples = new Map<string, Sample>();
  for (const { route, status, count } of counts) {
    const key = `${route} ${String(status)}`;
    const [method = '', template = ''] = route.split(' ');
    const labels = { method, route: template, status: String(status) };
    samples.set(key, { labels, value: count + (samples.get(key)?.value ?? 0) });
  }
  return [...samples.values()];
};

const trafficMetrics = ({ requests, viewsFlushed }: CounterTotals): Metric[] => [
  counter(
    'tintype_http_requests_total',
    'Requests answered, by route template and status.',
    sampleRequests(requests),
  ),
  counter('tintype_views_flushed_total', 'Views carried from the counters to the database.', [
    { labels: {}, value: viewsFlushed },
  ]),
];

interface WorkKind {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** All of the label's values: one without work has a sample too, so that an alert finds a zero and no gap. */
  readonly values: readonly string[];
}

/** How much of one kind of work there is in each state, and how old its oldest piece is (0 where there is none). */
const workMetrics = (
  { name, help, label, values }: WorkKind,
  rows: readonly Row[],
  nowMs: number,
): Metric[] => {
  const byValue = new Map(rows.map((row) => [String(row['label']), row]));
  const sampleEach = (valueOf: (row: Row) => number): readonly Sample[] =>
    values.map((value) => {
      const row = byValue.get(value);
      return { labels: { [label]: value }, value: row === undefined ? 0 : valueOf(row) };
    });
  return [
    gauge(
      name,
      `${help}.`,
      sampleEach((row) => Number(row['count'])),
    ),
    gauge(
      `${name}_oldest_age_seconds`,
      `${help}: age of the oldest.`,
      sampleEach((row) => Math.max(0, nowMs - Number(row['oldest'])) / 1000),
    ),
  ];
};

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

const siteMetrics = (totals: Row, capacityBytes: number | null): Metric[] => {
  const total = (name: string): number => Number(totals[name]);
  return [
    gauge('tintype_views', 'Views of all images there are.', total('views')),
    gauge('tintype_storage_used_bytes', 'Bytes stored for images.', total('storage_used')),
    gauge(
      'tintype_storage_reserved_bytes',
      'Bytes reserved by upload sessions.',
      total('storage_reserved'),
    ),
    gauge(
      'tintype_storage_capacity_bytes',
      'Bytes that the site may store; absent when there is no limit.',
      capacityBytes === null ? [] : capacityBytes,
    ),
    gauge('tintype_images', 'Images of all users.', total('images')),
    gauge('tintype_users', 'Accounts.', total('users')),
    gauge('tintype_active_users', 'Accounts with status active.', total('active_users')),
  ];
};

/** Everything that /metrics shows: one batch to D1, one call to each counter object. */
export const collectMetrics = async ({
  db,
  counters,
  clock,
  config,
}: Pick<Services, 'db' | 'counters' | 'clock' | 'config'>): Promise<Metric[]> => {
  const [results, counted] = await Promise.all([db.batch(READS), counters.totals()]);
  const [uploads = [], jobs = [], outbox = [], totals = []] = results.map(({ rows }) => rows);
  const nowMs = clock.now();
  return [
    ...trafficMetrics(counted),
    ...workMetrics(UPLOADS, uploads, nowMs),
    ...workMetrics(JOBS, jobs, nowMs),
    ...workMetrics(OUTBOX, outbox, nowMs),
    ...siteMetrics(totals[0] ?? {}, config.STORAGE_CAPACITY_BYTES),
  ];
};
