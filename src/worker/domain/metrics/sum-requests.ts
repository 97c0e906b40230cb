import { addTimes } from '../../lib/answer-times.ts';
import type { RequestCount } from '../services.ts';

/** One count for each route and status. */
export function sumRequests(counts: readonly RequestCount[]): RequestCount[] {
  const sums = new Map<string, RequestCount>();
  for (const { route, status, count, times } of counts) {
    const key = `${route} ${String(status)}`;
    const known = sums.get(key);
    sums.set(key, {
      route,
      status,
      count: count + (known?.count ?? 0),
      times: addTimes(known?.times, times),
    });
  }
  return [...sums.values()];
}
