import { promql } from './promql.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface Alert {
  readonly name: string;
  readonly expression: string;
  /** How long the expression must hold. */
  readonly holds: string;
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
}

/** Each has a paragraph in docs/operations.md. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'TintypeScrapeMissing',
    expression: promql`absent(tintype_build_info)`,
    holds: '5m',
    severity: 'critical',
    summary: '/metrics has not been read for five minutes.',
  },
  {
    name: 'TintypeNotReady',
    expression: promql`tintype_ready == 0`,
    holds: '2m',
    severity: 'critical',
    summary: 'The service is not ready: {{ $labels.dependency }}.',
  },
  {
    name: 'TintypeErrors',
    expression: promql`
      sum by (job, instance) (rate(tintype_http_requests_total{status=~"5.."}[5m]))
      / sum by (job, instance) (rate(tintype_http_requests_total[5m])) > 0.01`,
    holds: '5m',
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the answers are errors of the service.',
  },
  {
    name: 'TintypeSlowViews',
    expression: promql`
      histogram_quantile(0.95, sum by (job, instance, le)
      (rate(tintype_http_request_duration_seconds_bucket{route="/i/:link",status_class="2xx"}[10m]))) > 1`,
    holds: '10m',
    severity: 'warning',
    summary: 'One view in twenty waits longer than {{ $value | humanizeDuration }}.',
  },
  {
    name: 'TintypePublicationsLate',
    expression: promql`tintype_publication_jobs_oldest_age_seconds{state="queued"} > ${THRESHOLDS.queuedSeconds}`,
    holds: '5m',
    severity: 'critical',
    summary: 'A job of kind {{ $labels.kind }} has waited for {{ $value | humanizeDuration }}.',
  },
  {
    name: 'TintypePublicationsFailed',
    expression: promql`tintype_publication_jobs{state="failed"} > 0`,
    holds: '1m',
    severity: 'warning',
    summary: '{{ $value }} jobs of kind {{ $labels.kind }} have failed.',
  },
  {
    name: 'TintypePurgesLate',
    expression: promql`
      tintype_outbox_events_pending_oldest_age_seconds{kind="purge"} > ${THRESHOLDS.purgeSeconds}
      unless on (job, instance) tintype_purge_target_info{target="none"}`,
    holds: '5m',
    severity: 'critical',
    summary: 'A purge has waited for {{ $value | humanizeDuration }}.',
  },
  {
    name: 'TintypeErasuresLate',
    expression: promql`tintype_outbox_events_pending_oldest_age_seconds{kind="erase"} > ${THRESHOLDS.eraseSeconds}`,
    holds: '5m',
    severity: 'warning',
    summary: 'An erasure has waited for {{ $value | humanizeDuration }}.',
  },
  {
    name: 'TintypeAccountsFrozen',
    expression: promql`tintype_outbox_events_pending_oldest_age_seconds{kind="account"} > ${THRESHOLDS.accountSeconds}`,
    holds: '5m',
    severity: 'critical',
    summary: 'A changed account has been frozen for {{ $value | humanizeDuration }}.',
  },
  {
    name: 'TintypeStorageFull',
    expression: promql`
      (tintype_storage_used_bytes + tintype_storage_reserved_bytes)
      / ignoring (level) tintype_storage_limit_bytes{level="soft"} > ${THRESHOLDS.storageShare}`,
    holds: '10m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the storage for new uploads is taken.',
  },
  {
    name: 'TintypeDatabaseFull',
    expression: promql`tintype_database_size_bytes > ${THRESHOLDS.databaseBytes}`,
    holds: '10m',
    severity: 'warning',
    summary: 'The database has {{ $value | humanize }}B of the 10 GB that D1 takes.',
  },
  {
    name: 'TintypeCronStopped',
    expression: promql`time() - tintype_cron_last_run_timestamp_seconds > ${THRESHOLDS.cronSeconds}`,
    holds: '2m',
    severity: 'critical',
    summary: 'No run of the cron has ended for more than five minutes.',
  },
  {
    name: 'TintypeCronPartFailing',
    expression: promql`
      tintype_cron_part_last_run_timestamp_seconds
      - tintype_cron_part_last_success_timestamp_seconds > 600`,
    holds: '5m',
    severity: 'warning',
    summary: 'The part {{ $labels.part }} of the cron fails in each run.',
  },
  {
    name: 'TintypeBucketFailing',
    expression: promql`
      tintype_cron_part_succeeded{part="probe_bucket"} == 0
      or sum by (job, instance) (increase(tintype_http_requests_total{
      method=~"PUT|POST",
      route=~"/api/v1/(uploads/:uploadID/parts/:kind|images/|upload|picgo/upload)",status="500"}[5m])) >= 3`,
    holds: '2m',
    severity: 'critical',
    summary: 'The bucket does not answer, or does not store what is uploaded.',
  },
  {
    name: 'TintypeSignInFailures',
    expression: promql`
      sum by (job, instance) (rate(tintype_http_requests_total{
      method="POST",route="/api/v1/auth/login",status=~"401|429"}[5m])) > 0.5`,
    holds: '5m',
    severity: 'warning',
    summary: '{{ $value | humanize }} sign-ins a second are refused.',
  },
];
