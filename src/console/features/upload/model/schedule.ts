import type { Recipe } from '../../../../client/protocol-types.ts';
import { isPublishing, type Item } from './queue-item.ts';

/** What holds where a recipe gives no hints (specification, Limits). */
const PIPELINES = 2;
const SESSIONS = 4;

/** Kept in the browser at most: what waits beyond that is read from its file when its turn comes. */
export const KEPT_BYTES_MAX = 1024 ** 3;
/** Of what the browser says that it has left. */
const KEPT_SHARE_MAX = 0.5;

/**
 * The next item that starts; undefined while none does. Being published takes a session, but no pipeline: nothing is
 * left to do for it here but to ask.
 */
export function pickNext(items: readonly Item[], recipe: Recipe): Item | undefined {
  const running = items.filter(({ state }) => state.name === 'running');
  const busy = running.filter((item) => !isPublishing(item));
  const pipelines = Math.max(1, recipe.client_pipeline_concurrency ?? PIPELINES);
  const sessions = Math.max(1, recipe.client_active_session_concurrency ?? SESSIONS);
  if (busy.length >= pipelines || running.length >= sessions) return undefined;
  return items.find(({ state }) => state.name === 'waiting');
}

/** Bytes of the items that are kept at present. */
export function countKeptBytes(items: readonly Item[]): number {
  return items
    .filter(({ isKept, state }) => isKept && state.name !== 'done')
    .reduce((sum, { size }) => sum + size, 0);
}

/** Whether one more file may be kept; `freeBytes` is what the browser says it has left, or null. */
export function mayKeep(keptBytes: number, size: number, freeBytes: number | null): boolean {
  if (keptBytes + size > KEPT_BYTES_MAX) return false;
  return freeBytes === null || size <= freeBytes * KEPT_SHARE_MAX;
}
