/**
 * Every metric of `/metrics`, after Prometheus' conventions: base units, unit in the name, `_total` for counters. Each is
 * on a panel of scripts/monitoring/panels.ts. An alert stands in scripts/monitoring/alerts.ts, has a paragraph in
 * docs/operations.md and a case in test/e2e/support/alert-cases.ts; `npm run docs` writes docs/monitoring from both.
 */
export const METRICS = {
  tintype_build_info: {
    type: 'gauge',
    help: 'Always 1; version of the release and last migration of the build that answers',
  },
  tintype_ready: {
    type: 'gauge',
    help: 'Whether the cache answers (cache) and the applied migrations are those of the build (migrations)',
  },
  tintype_http_requests_total: {
    type: 'counter',
    help: 'Requests answered, by route template and status',
  },
  tintype_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time until the head of the answer, by route template and class of status',
  },
  tintype_views_flushed_total: {
    type: 'counter',
    help: 'Views carried from the counters to the database',
  },
  tintype_upload_sessions: { type: 'gauge', help: 'Upload sessions by state' },
  tintype_upload_sessions_oldest_age_seconds: {
    type: 'gauge',
    help: 'Upload sessions by state: age of the oldest that was counted',
  },
  tintype_publication_jobs: { type: 'gauge', help: 'Publication jobs by state and kind' },
  tintype_publication_jobs_oldest_age_seconds: {
    type: 'gauge',
    help: 'Publication jobs by state and kind: age of the oldest that was counted',
  },
  tintype_outbox_events_pending: { type: 'gauge', help: 'Effects to be done' },
  tintype_outbox_events_pending_oldest_age_seconds: {
    type: 'gauge',
    help: 'Effects to be done: age of the oldest that was counted',
  },
  tintype_account_deletions_due: {
    type: 'gauge',
    help: 'Accounts whose deletion is due and not done',
  },
  tintype_account_deletions_due_oldest_age_seconds: {
    type: 'gauge',
    help: 'Accounts whose deletion is due and not done: time since the first was due',
  },
  tintype_purge_target_info: { type: 'gauge', help: 'Always 1; the receiver of purges' },
  tintype_cron_last_run_timestamp_seconds: {
    type: 'gauge',
    help: 'End of the last whole run of the cron; 0 before the first',
  },
  tintype_cron_last_run_duration_seconds: {
    type: 'gauge',
    help: 'Length of the last whole run of the cron',
  },
  tintype_cron_part_last_run_timestamp_seconds: {
    type: 'gauge',
    help: 'End of the last run, by part of the cron',
  },
  tintype_cron_part_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'End of the last run without an error, by part of the cron; 0 before the first',
  },
  tintype_cron_part_duration_seconds: {
    type: 'gauge',
    help: 'Length of the last run, by part of the cron',
  },
  tintype_cron_part_succeeded: {
    type: 'gauge',
    help: 'Whether the last run had no error, by part of the cron',
  },
  tintype_task_done: {
    type: 'gauge',
    help: 'Whether a conversion of the database is done, by task',
  },
  tintype_task_position: {
    type: 'gauge',
    help: 'How far a conversion of the database is, mostly the last id, by task',
  },
  tintype_views: { type: 'gauge', help: 'Views of all images there are' },
  tintype_storage_used_bytes: { type: 'gauge', help: 'Bytes stored for images' },
  tintype_storage_reserved_bytes: { type: 'gauge', help: 'Bytes reserved by upload sessions' },
  tintype_storage_capacity_bytes: {
    type: 'gauge',
    help: 'Bytes that the site may store; absent when there is no limit',
  },
  tintype_storage_limit_bytes: {
    type: 'gauge',
    help: 'Bytes at which new uploads (soft) and parts of open ones (hard) are refused; absent without a capacity',
  },
  tintype_images: { type: 'gauge', help: 'Images of all users' },
  tintype_trashed_images: { type: 'gauge', help: 'Images in the trash of all users' },
  tintype_users: { type: 'gauge', help: 'Accounts' },
  tintype_active_users: { type: 'gauge', help: 'Accounts with status active' },
  tintype_sessions: { type: 'gauge', help: 'Sessions that are open' },
  tintype_database_size_bytes: { type: 'gauge', help: 'Size of the D1 database' },
  tintype_database_rows_inserted_total: {
    type: 'counter',
    help: 'Rows ever inserted, by table whose ids are never reused',
  },
} as const satisfies Readonly<Record<string, Description>>;

export type MetricName = keyof typeof METRICS;

interface Description {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
}

export interface Metric extends Description {
  readonly name: MetricName;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Of a histogram's series: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string;
}

/** `note` follows the help text. */
export function measure(name: MetricName, samples: readonly Sample[] | number, note = ''): Metric {
  const { type, help } = METRICS[name];
  return {
    name,
    type,
    help: `${help}${note}.`,
    samples: typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples,
  };
}
