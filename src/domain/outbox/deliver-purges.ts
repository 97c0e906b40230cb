import type { Services } from '../services.ts';
import type { OutboxEvent } from './events.ts';
import { leaseEvents, postponeEvents, returnEvents, settleEvents } from './leases.ts';
import { choosePurgeTarget } from './purge-target.ts';

type PurgeServices = Pick<Services, 'db' | 'clock' | 'config' | 'log'>;

interface PurgeCall {
  readonly urls: string[];
  readonly events: OutboxEvent<'purge'>[];
}

/** Groups events into calls of at most `limit` URLs; an event's URLs stay together, a URL stands once in a call. */
export const groupPurges = (
  events: readonly OutboxEvent<'purge'>[],
  baseUrl: string,
  limit: number,
): PurgeCall[] => {
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
};

/**
 * Sends one batch of due purges to the configured target; without one they stay pending.
 * @returns whether more may be due.
 */
export const deliverPurges = async (services: PurgeServices): Promise<boolean> => {
  const { config, clock, log } = services;
  const target = choosePurgeTarget(config, clock);
  if (target === null) return false;
  const lease = await leaseEvents(services, 'purge', config.PURGE_BATCH_URLS);
  const calls = groupPurges(lease.events, config.PUBLIC_BASE_URL, config.PURGE_BATCH_URLS);
  for (const [index, { urls, events }] of calls.entries()) {
    const outcome = await target.purge(urls);
    if (outcome.ok) {
      await settleEvents(services, lease.id, events);
      continue;
    }
    const { reason, retryAfterMs } = outcome.error;
    log.error('purge_failed', { reason, urls: urls.length });
    // The calls after this one would fail for the same reason: they wait as long.
    const unsent = calls.slice(index).flatMap((call) => call.events);
    await returnEvents(services, lease.id, unsent, reason, retryAfterMs);
    if (retryAfterMs !== undefined) await postponeEvents(services, 'purge', retryAfterMs);
    return false;
  }
  return lease.events.length === config.PURGE_BATCH_URLS;
};
