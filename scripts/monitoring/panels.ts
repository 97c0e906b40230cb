import { promql } from './promql.ts';

export interface Panel {
  readonly title: string;
  readonly kind: 'timeseries' | 'stat';
  /** Of Grafana: `s`, `bytes`, `reqps`, `percentunit`, `short`. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

interface Query {
  readonly expression: string;
  /** Labels in double braces. */
  readonly legend: string;
}

interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** `$__rate_interval` is Grafana's: four scrapes at least. */
export const ROWS: readonly Row[] = [
  {
    title: 'State',
    panels: [
      stat('Release', 'short', [
        { expression: promql`tintype_build_info`, legend: '{{version}}, {{migration}}' },
      ]),
      stat('Ready', 'short', [{ expression: promql`tintype_ready`, legend: '{{dependency}}' }]),
      stat('Since the last run of the cron', 's', [
        { expression: promql`time() - tintype_cron_last_run_timestamp_seconds`, legend: 'age' },
      ]),
      stat('Parts of the cron that failed', 'short', [
        { expression: promql`sum(1 - tintype_cron_part_succeeded)`, legend: 'failed' },
      ]),
    ],
  },
  {
    title: 'Requests',
    panels: [
      graph('Answers by status', 'reqps', [
        {
          expression: promql`sum by (status) (rate(tintype_http_requests_total[$__rate_interval]))`,
          legend: '{{status}}',
        },
      ]),
      graph('Share of errors', 'percentunit', [
        {
          expression: promql`
            (sum(rate(tintype_http_requests_total{status=~"5.."}[$__rate_interval])) or vector(0))
            / sum(rate(tintype_http_requests_total[$__rate_interval]))`,
          legend: '5xx',
        },
      ]),
      graph('Answer times of direct links', 's', [
        quantileOfViews('0.5'),
        quantileOfViews('0.95'),
        quantileOfViews('0.99'),
      ]),
      graph('Slowest routes, 95th percentile', 's', [
        {
          expression: promql`topk(10, histogram_quantile(0.95, sum by (le, method, route)
            (rate(tintype_http_request_duration_seconds_bucket[$__rate_interval]))))`,
          legend: '{{method}} {{route}}',
        },
      ]),
      graph('Mean answer time by class of status', 's', [
        {
          expression: promql`
            sum by (status_class) (rate(tintype_http_request_duration_seconds_sum[$__rate_interval]))
            / sum by (status_class)
            (rate(tintype_http_request_duration_seconds_count[$__rate_interval]))`,
          legend: '{{status_class}}',
        },
      ]),
      graph('Busiest routes', 'reqps', [
        {
          expression: promql`topk(10, sum by (method, route)
            (rate(tintype_http_requests_total[$__rate_interval])))`,
          legend: '{{method}} {{route}}',
        },
      ]),
      graph('Sign-ins by status', 'reqps', [
        {
          expression: promql`sum by (status)
            (rate(tintype_http_requests_total{method="POST",route="/api/v1/auth/login"}[$__rate_interval]))`,
          legend: '{{status}}',
        },
      ]),
      graph('Views written to the database', 'reqps', [
        {
          expression: promql`rate(tintype_views_flushed_total[$__rate_interval])`,
          legend: 'views',
        },
      ]),
    ],
  },
  {
    title: 'Work',
    panels: [
      graph('Publication jobs', 'short', [
        {
          expression: promql`tintype_publication_jobs{state!="done"}`,
          legend: '{{kind}} {{state}}',
        },
      ]),
      graph('Oldest publication job', 's', [
        {
          expression: promql`tintype_publication_jobs_oldest_age_seconds{state=~"queued|running"}`,
          legend: '{{kind}} {{state}}',
        },
      ]),
      graph('Effects to be done', 'short', [
        { expression: promql`tintype_outbox_events_pending`, legend: '{{kind}}' },
      ]),
      graph('Oldest effect', 's', [
        {
          expression: promql`tintype_outbox_events_pending_oldest_age_seconds`,
          legend: '{{kind}}',
        },
      ]),
      graph('Accounts to delete', 'short', [
        { expression: promql`tintype_account_deletions_due`, legend: 'due' },
      ]),
      graph('Oldest account to delete', 's', [
        {
          expression: promql`tintype_account_deletions_due_oldest_age_seconds`,
          legend: 'since it was due',
        },
      ]),
      graph('Open uploads', 'short', [
        {
          expression: promql`tintype_upload_sessions{state=~"initiated|uploading|processing|cleanup_pending"}`,
          legend: '{{state}}',
        },
      ]),
      graph('Oldest open upload', 's', [
        {
          expression: promql`
            tintype_upload_sessions_oldest_age_seconds{state=~"initiated|uploading|processing|cleanup_pending"}`,
          legend: '{{state}}',
        },
      ]),
      graph('Length of a run of the cron', 's', [
        { expression: promql`tintype_cron_last_run_duration_seconds`, legend: 'whole run' },
        { expression: promql`topk(5, tintype_cron_part_duration_seconds)`, legend: '{{part}}' },
      ]),
      graph('Since the last success of each part', 's', [
        {
          expression: promql`time() - tintype_cron_part_last_success_timestamp_seconds`,
          legend: '{{part}}',
        },
      ]),
    ],
  },
  {
    title: 'Site',
    panels: [
      graph('Storage', 'bytes', [
        { expression: promql`tintype_storage_used_bytes`, legend: 'used' },
        { expression: promql`tintype_storage_reserved_bytes`, legend: 'reserved' },
        { expression: promql`tintype_storage_limit_bytes`, legend: '{{level}} limit' },
        { expression: promql`tintype_storage_capacity_bytes`, legend: 'capacity' },
      ]),
      graph('Database', 'bytes', [
        { expression: promql`tintype_database_size_bytes`, legend: 'size' },
      ]),
      graph('Conversions of the database', 'short', [
        { expression: promql`tintype_task_position`, legend: '{{task}}' },
        { expression: promql`sum(1 - tintype_task_done)`, legend: 'not done' },
      ]),
      graph('Rows inserted an hour', 'short', [
        {
          expression: promql`rate(tintype_database_rows_inserted_total[$__rate_interval]) * 3600`,
          legend: '{{table}}',
        },
      ]),
      graph('Images, accounts and sessions', 'short', [
        { expression: promql`tintype_images`, legend: 'images' },
        { expression: promql`tintype_trashed_images`, legend: 'in the trash' },
        { expression: promql`tintype_users`, legend: 'accounts' },
        { expression: promql`tintype_active_users`, legend: 'active accounts' },
        { expression: promql`tintype_sessions`, legend: 'sessions' },
      ]),
      graph('Views of all images', 'short', [
        { expression: promql`tintype_views`, legend: 'views' },
      ]),
      stat('Receiver of purges', 'short', [
        { expression: promql`tintype_purge_target_info`, legend: '{{target}}' },
      ]),
    ],
  },
];

function graph(title: string, unit: string, queries: readonly Query[]): Panel {
  return { title, kind: 'timeseries', unit, queries };
}

function stat(title: string, unit: string, queries: readonly Query[]): Panel {
  return { title, kind: 'stat', unit, queries };
}

function quantileOfViews(quantile: string): Query {
  return {
    expression: promql`histogram_quantile(${quantile}, sum by (le)
      (rate(tintype_http_request_duration_seconds_bucket{route="/i/:link"}[$__rate_interval])))`,
    legend: `quantile ${quantile}`,
  };
}
