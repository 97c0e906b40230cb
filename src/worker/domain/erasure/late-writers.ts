import type { Config } from '../../config.ts';

/**
 * The moment from which nothing that was under way can store an object any more. Code that abandons objects erases them
 * at once, and again at that moment: a writer that had passed its checks may have stored one in between, and nobody
 * would know.
 */

/** A queue consumer lives at most this long on the platform. */
const CONSUMER_MAX_WALL_MS = 900_000;

/** Time for what a request still does once its body has arrived or its deadline has come. */
const REQUEST_TAIL_MS = 60_000;

/** When no part that was being sent at `now` can still be stored. */
export function latestWriteAt(now: number, config: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return now + config.UPLOAD_PART_TIMEOUT_MS + REQUEST_TAIL_MS;
}

/**
 * By when a request that began at `now` has its file stored, or gives it up: what the bucket then still does is done
 * before `latestWriteAt` of that moment.
 */
export function lastStoreAt(now: number, config: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return now + config.UPLOAD_PART_TIMEOUT_MS + REQUEST_TAIL_MS / 2;
}

/** When no publication that was running at `now` can still store `publish`; no part can then either. */
export function lastPublicationAt(now: number): number {
  return now + CONSUMER_MAX_WALL_MS;
}
