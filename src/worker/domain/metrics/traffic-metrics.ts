import { addTimes, TIME_BOUNDS_MS, type AnswerTimes } from '../../lib/answer-times.ts';
import type { CounterTotals, RequestCount } from '../services.ts';
import { measure, type Metric, type Sample } from './catalogue.ts';
import { sumRequests } from './sum-requests.ts';

/** Requests are absent where the platform stores their counts. */
export function trafficMetrics({ requests, viewsFlushed }: CounterTotals): Metric[] {
  const views = measure('tintype_views_flushed_total', viewsFlushed);
  if (requests === null) return [views];
  const counts = sumRequests(requests);
  return [
    measure('tintype_http_requests_total', counts.map(sampleRequests)),
    measure('tintype_http_request_duration_seconds', sampleTimes(counts)),
    views,
  ];
}

function sampleRequests({ route, status, count }: RequestCount): Sample {
  return { labels: { ...labelsOf(route), status: String(status) }, value: count };
}

function labelsOf(route: string): Sample['labels'] {
  const [method = '', template = ''] = route.split(' ');
  return { method, route: template };
}

/** A histogram for each route and class of status. */
function sampleTimes(counts: readonly RequestCount[]): Sample[] {
  const classes = new Map<string, { labels: Sample['labels']; times: AnswerTimes }>();
  for (const { route, status, times } of counts) {
    if (times === undefined) continue;
    const labels = { ...labelsOf(route), status_class: `${String(Math.floor(status / 100))}xx` };
    const key = Object.values(labels).join(' ');
    classes.set(key, { labels, times: addTimes(classes.get(key)?.times, times) ?? times });
  }
  return [...classes.values()].flatMap(({ labels, times }) => sampleHistogram(labels, times));
}

/** Buckets are cumulative; the last has the bound +Inf. */
function sampleHistogram(labels: Sample['labels'], { buckets, sumMs }: AnswerTimes): Sample[] {
  let count = 0;
  const samples = buckets.map((more, bucket) => {
    count += more;
    const bound = TIME_BOUNDS_MS[bucket];
    const le = bound === undefined ? '+Inf' : String(bound / 1000);
    return { suffix: '_bucket', labels: { ...labels, le }, value: count };
  });
  return [
    ...samples,
    { suffix: '_sum', labels, value: sumMs / 1000 },
    { suffix: '_count', labels, value: count },
  ];
}
