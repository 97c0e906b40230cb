import type { Config } from '../../config.ts';

/**
 * The time after which no write under way can store an object. Code that abandons objects erases them immediately and
 * again then, since a writer past its checks may still store one.
 */

/** The platform's limit for a queue consumer and for a run of the cron. */
const CONSUMER_MAX_WALL_MS = 900_000;

/** Time for a request's work after its body has arrived or timed out. */
const REQUEST_TAIL_MS = 60_000;

/** For parts in transfer at `now`. */
export function latestWriteAt(now: number, config: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return now + config.UPLOAD_PART_TIMEOUT_MS + REQUEST_TAIL_MS;
}

/** Store or give up by then, so that the bucket finishes before `latestWriteAt`. */
export function lastStoreAt(now: number, config: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return now + config.UPLOAD_PART_TIMEOUT_MS + REQUEST_TAIL_MS / 2;
}

/** For publications running at `now`, and for parts. */
export function lastPublicationAt(now: number): number {
  return now + CONSUMER_MAX_WALL_MS;
}

/** For parts, publications and runs of the cron, those of the version before among them, at `now`. */
export function lastRunAt(now: number, config: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return Math.max(latestWriteAt(now, config), lastPublicationAt(now));
}

/** Keep or drop a rendition of a row read at `now` by then, so that the bucket finishes before `latestKeepAt`. */
export function lastKeepAt(now: number, config: Pick<Config, 'DYNAMIC_TIMEOUT_MS'>): number {
  return now + 2 * config.DYNAMIC_TIMEOUT_MS;
}

/** For renditions under way at `now`. */
export function latestKeepAt(now: number, config: Pick<Config, 'DYNAMIC_TIMEOUT_MS'>): number {
  return lastKeepAt(now, config) + REQUEST_TAIL_MS;
}

/** For views that were admitted at `now`. */
export function lastViewAt(now: number): number {
  return now + REQUEST_TAIL_MS;
}
