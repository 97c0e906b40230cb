import type { OutboxEvent } from '../outbox/events.ts';
import {
  acknowledgeEvents,
  leaseEvents,
  postponeEvents,
  releaseEvents,
} from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';
import { choosePurgeTarget } from './purge-target.ts';

interface PurgeCall {
  readonly urls: string[];
  readonly events: OutboxEvent<'purge'>[];
}

/**
 * Sends one batch of due purges to the configured target; without one they stay pending.
 * @returns whether more may be due.
 */
export async function deliverPurges(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
): Promise<boolean> {
  const { config, clock, log } = services;
  const target = choosePurgeTarget(config, clock);
  if (target === null) return false;
  const lease = await leaseEvents(services, 'purge', config.PURGE_BATCH_URLS);
  const calls = groupPurges(lease.events, config.PUBLIC_BASE_URL, config.PURGE_BATCH_URLS);
  for (const [index, { urls, events }] of calls.entries()) {
    const outcome = await target.purge(urls);
    if (outcome.ok) {
      await acknowledgeEvents(services, lease.id, events);
      continue;
    }
    const { reason, retryAfterMs } = outcome.error;
    log.error('purge_failed', { reason, urls: urls.length });
    // The calls after this one would fail for the same reason: they wait as long.
    const unsent = calls.slice(index).flatMap((call) => call.events);
    await releaseEvents(services, lease.id, unsent, reason, retryAfterMs);
    if (retryAfterMs !== undefined) await postponeEvents(services, 'purge', retryAfterMs);
    return false;
  }
  return lease.events.length === config.PURGE_BATCH_URLS;
}

/** Groups events into calls of at most `limit` URLs; an event's URLs stay together, each URL appears once in a call. */
export function groupPurges(
  events: readonly OutboxEvent<'purge'>[],
  baseUrl: string,
  limit: number,
): PurgeCall[] {
  const calls: PurgeCall[] = [];
  let open: PurgeCall | undefined;
  for (const event of events) {
    const urls = event.payload.paths.map((path) => new URL(path, baseUrl).href);
    const fresh = urls.filter((url) => open?.urls.includes(url) !== true);
    if (open !== undefined && open.urls.length + fresh.length <= limit) {
      open.urls.push(...fresh);
      open.events.push(event);
    } else {
      open = { urls: [...new Set(urls)], events: [event] };
      calls.push(open);
    }
  }
  return calls;
}
