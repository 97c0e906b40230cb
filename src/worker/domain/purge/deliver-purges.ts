import { describeError } from '../../lib/log.ts';
import type { OutboxEvent } from '../outbox/events.ts';
import {
  acknowledgeEvents,
  leaseEvents,
  postponeEvents,
  releaseEvents,
  returnEvents,
} from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';
import { processRows } from '../sweep-rows.ts';
import { CALLS_AT_ONCE, purgeInCalls } from './purge-in-calls.ts';
import { choosePurgeTarget, PurgeError } from './purge-target.ts';

type PurgeServices = Pick<Services, 'db' | 'clock' | 'config' | 'log'>;
type PurgeEvent = OutboxEvent<'purge'>;

interface PurgeGroup {
  readonly urls: string[];
  readonly events: PurgeEvent[];
  readonly maxUrls: number;
}

/** Consecutive failures that mean the target takes nothing; halving a group to one event takes eight. */
const MAX_CONSECUTIVE_FAILURES = 10;

/**
 * Without a target, purges stay pending. Returns whether more may be due.
 *
 * - Events are sent in groups that fill the calls made at once, and are done when all of these are confirmed.
 * - A refused group is halved, so that one bad event blocks no others.
 * - A call without an answer ends the run: its group's events return in smaller groups, unsent ones immediately.
 * - A 429 counts no attempt. The run waits for a short pause. A long one ends it, and all purges wait as long.
 * - What other calls of the group have confirmed is done, or a target that takes one call at once would never be.
 */
export async function deliverPurges(services: PurgeServices): Promise<boolean> {
  const { config, clock } = services;
  const target = choosePurgeTarget(config, clock);
  if (target === null) return false;
  const { PUBLIC_BASE_URL: baseUrl, PURGE_BATCH_URLS: limit, OUTBOX_LEASE_MS: leaseMs } = config;
  const rules = { target, clock, urlsPerCall: limit, pauseUntil: clock.now() + leaseMs / 2 };
  const { id: leaseId, events, isFull } = await leaseEvents(services, 'purge', limit);
  const last: { readonly error: PurgeError; readonly group: readonly PurgeEvent[] }[] = [];
  const unsent: PurgeEvent[] = [];
  const processed = await processRows(
    groupPurges(events, baseUrl, limit * CALLS_AT_ONCE).map((group) => group.events),
    async (group) => {
      if (last.length > 0) {
        unsent.push(...group);
        return 0;
      }
      const { confirmed, failure } = await purgeInCalls(listUrls(group, baseUrl), rules);
      if (failure !== null) {
        const error = new PurgeError(failure);
        if (!error.endsRun) throw error;
        const isDone = (event: PurgeEvent): boolean =>
          listUrls([event], baseUrl).every((url) => confirmed.has(url));
        last.push({ error, group: group.filter((event) => !isDone(event)) });
        await acknowledgeEvents(services, leaseId, group.filter(isDone));
        return 0;
      }
      await acknowledgeEvents(services, leaseId, group);
      return group.length;
    },
    MAX_CONSECUTIVE_FAILURES,
  );
  for (const { row, error } of processed.failed) await release(services, leaseId, [row], error);
  await release(services, leaseId, processed.untried, processed.error);
  for (const { error, group } of last) {
    await release(services, leaseId, group, error);
    await returnEvents(services, leaseId, unsent);
    const { retryAfterMs } = error;
    if (retryAfterMs !== undefined) await postponeEvents(services, 'purge', retryAfterMs);
  }
  return isFull && last.length === 0 && (processed.done > 0 || processed.error === undefined);
}

function listUrls(events: readonly PurgeEvent[], baseUrl: string): string[] {
  const paths = events.flatMap(({ payload }) => payload.paths);
  return [...new Set(paths.map((path) => new URL(path, baseUrl).href))];
}

async function release(
  services: PurgeServices,
  leaseId: string,
  events: readonly PurgeEvent[],
  error: unknown,
): Promise<void> {
  if (events.length === 0) return;
  const reason = describeError(error);
  services.log.error('purge_failed', { reason, events: events.length, event_id: events[0]?.id });
  await releaseEvents(services, leaseId, events, reason, retryAfterOf(error));
}

function retryAfterOf(error: unknown): number | undefined {
  return error instanceof PurgeError ? error.retryAfterMs : undefined;
}

/**
 * Groups of at most `limit` distinct URLs, or of one event that has more. Retries start with groups halved per attempt, then double: an unanswered
 * event ends up alone, and the others recover quickly.
 */
export function groupPurges(
  events: readonly PurgeEvent[],
  baseUrl: string,
  limit: number,
): PurgeGroup[] {
  const groups: PurgeGroup[] = [];
  let open: PurgeGroup | undefined;
  for (const event of events.toSorted((a, b) => a.attempts - b.attempts)) {
    const { attempts } = event;
    const urls = listUrls([event], baseUrl);
    const isAlike = attempts === open?.events[0]?.attempts;
    const fresh = urls.filter((url) => open?.urls.includes(url) !== true);
    if (open !== undefined && isAlike && open.urls.length + fresh.length <= open.maxUrls) {
      open.urls.push(...fresh);
      open.events.push(event);
    } else {
      const maxUrls = isAlike ? 2 * (open?.maxUrls ?? limit) : limit / 2 ** (attempts - 1);
      open = { urls, events: [event], maxUrls: Math.min(maxUrls, limit) };
      groups.push(open);
    }
  }
  return groups;
}
