import type { Item } from './queue-item.ts';

/** The owner of photos that wait for a sign-in; no account has this id. */
export const GUEST = 0;

const DAY_MS = 86_400_000;
const GUEST_KEPT_MS = DAY_MS;
const KEPT_MS = 14 * DAY_MS;

/** Whether the browser is to forget an item. `now` in milliseconds since 1970. */
export function isExpired({ owner, addedAt }: Pick<Item, 'owner' | 'addedAt'>, now: number) {
  const ageMs = now - addedAt;
  // The clock may have been set back.
  return owner === GUEST ? Math.abs(ageMs) > GUEST_KEPT_MS : ageMs > KEPT_MS;
}
