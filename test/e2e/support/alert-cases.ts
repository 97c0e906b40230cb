import type { Series } from './prometheus.ts';

/** A series of promtool's rule tests, in its notation of values (start, change, repetitions). */
interface RuleSeries {
  readonly metric: Series['metric'];
  readonly values: string;
}

type Change = (series: readonly RuleSeries[]) => readonly RuleSeries[];

const MINUTES = 60;
/** By then each alert's condition has held for long enough. */
const JUDGED_AT = '40m';

/** For each alert, the change of a healthy site's series by which it fires, and no other. */
export const RULE_CASES: Readonly<Record<string, Change>> = {
  TintypeScrapeMissing: () => [],
  TintypeNotReady: stay({ __name__: 'tintype_ready', dependency: 'cache' }, 0),
  TintypeErrors: (series) => [...series, grow(requests('GET', '/i/:link', '500'), 6)],
  TintypeSlowViews: (series) =>
    series.map(({ metric, values }) => {
      if (!fits(metric, { ...views('bucket'), status_class: '2xx' })) return { metric, values };
      return grow(metric, Number(metric['le']?.replace('+Inf', 'Infinity')) > 3 ? 6 : 0);
    }),
  TintypePublicationsLate: stay(
    { ...ages('tintype_publication_jobs'), state: 'queued', kind: 'publish' },
    400,
  ),
  TintypePublicationsFailed: stay(
    { __name__: 'tintype_publication_jobs', state: 'failed', kind: 'publish' },
    1,
  ),
  TintypePurgesLate: stay({ ...ages('tintype_outbox_events_pending'), kind: 'purge' }, 700),
  TintypeErasuresLate: stay({ ...ages('tintype_outbox_events_pending'), kind: 'erase' }, 4000),
  TintypeAccountsFrozen: stay({ ...ages('tintype_outbox_events_pending'), kind: 'account' }, 400),
  TintypeStorageFull: stay({ __name__: 'tintype_storage_used_bytes' }, 60_000_000),
  TintypeDatabaseFull: stay({ __name__: 'tintype_database_size_bytes' }, 9_000_000_000),
  TintypeCronStopped: stay({ __name__: 'tintype_cron_last_run_timestamp_seconds' }, 0),
  TintypeCronPartFailing: stay(
    { __name__: 'tintype_cron_part_last_success_timestamp_seconds', part: 'record_day' },
    0,
  ),
  TintypeBucketFailing: stay({ __name__: 'tintype_cron_part_succeeded', part: 'probe_bucket' }, 0),
  TintypeSignInFailures: (series) => [
    ...series,
    grow(requests('POST', '/api/v1/auth/login', '401'), 60),
  ],
};

/** A test of promtool with the scraped series: each case fires its alert alone, and the series as they are fire none. */
export function describeRuleTest(rulesPath: string, scraped: readonly Series[]): string {
  const healthy = scraped.map(({ metric, value }) => ({ metric, values: constant(value) }));
  const cases = Object.entries(RULE_CASES).map(([alert, change]) => ({
    name: alert,
    series: change(healthy),
    alerts: [alert],
  }));
  return JSON.stringify({
    rule_files: [rulesPath],
    evaluation_interval: '1m',
    tests: [{ name: 'healthy', series: healthy, alerts: [] }, ...cases].map(describeCase),
  });
}

function describeCase({
  name,
  series,
  alerts,
}: {
  readonly name: string;
  readonly series: readonly RuleSeries[];
  readonly alerts: readonly string[];
}): object {
  return {
    name,
    interval: '1m',
    input_series: series.map(({ metric, values }) => ({ series: writeSeries(metric), values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: JUDGED_AT,
        exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  };
}

/** The one series with these labels stays at `value`. @throws {Error} when there is no such series. */
function stay(labels: Series['metric'], value: number): Change {
  return (series) => {
    if (!series.some(({ metric }) => fits(metric, labels))) {
      throw new Error(`not scraped: ${writeSeries(labels)}`);
    }
    return series.map((each) =>
      fits(each.metric, labels) ? { ...each, values: constant(value) } : each,
    );
  };
}

function grow(metric: Series['metric'], perMinute: number): RuleSeries {
  return { metric, values: `0+${String(perMinute)}x${String(MINUTES)}` };
}

function constant(value: number): string {
  return `${String(value)}+0x${String(MINUTES)}`;
}

function fits(metric: Series['metric'], labels: Series['metric']): boolean {
  return Object.entries(labels).every(([name, value]) => metric[name] === value);
}

function ages(name: string): Series['metric'] {
  return { __name__: `${name}_oldest_age_seconds` };
}

function views(series: string): Series['metric'] {
  const name = `tintype_http_request_duration_seconds_${series}`;
  return { __name__: name, route: '/i/:link', method: 'GET' };
}

function requests(method: string, route: string, status: string): Series['metric'] {
  return { __name__: 'tintype_http_requests_total', method, route, status };
}

function writeSeries({ __name__ = '', ...labels }: Series['metric']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${__name__}{${pairs.join(',')}}`;
}
