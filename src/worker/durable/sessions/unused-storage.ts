/**
 * The storage of a user without sessions, keys and a change under way is deleted: its empty tables alone take 45 KB.
 *
 * - The alarm that finds nothing left marks the storage and sets a second alarm. That one deletes only what is still marked.
 * - Each copy of the account that is taken removes the mark. A call with an older copy therefore finds the newer one, unless
 *   it takes longer than UNUSED_MS.
 */

import { HOUR_MS } from '../../../shared/clock.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { selectUses } from './session-rows.ts';

/** Longer than a request or a run of the cron. */
export const UNUSED_MS = HOUR_MS;

const MARK = 'unused';

/** After each change of what keeps the storage: sets the alarm that is due next. */
export function keepStorage(
  storage: DurableObjectStorage,
  db: ObjectDatabase,
  nowMs: number,
): void {
  storage.kv.delete(MARK);
  const { forgetAt, hasKeys } = db.run(selectUses({ now: nowMs }));
  if (forgetAt !== null) void storage.setAlarm(forgetAt);
  else if (hasKeys === 0) void storage.setAlarm(nowMs + UNUSED_MS);
}

/** For the alarm. True: the storage is to be deleted now. */
export function isStorageOver(
  storage: DurableObjectStorage,
  db: ObjectDatabase,
  nowMs: number,
): boolean {
  const { forgetAt, hasKeys, isFrozen } = db.run(selectUses({ now: nowMs }));
  if (forgetAt !== null || hasKeys === 1 || isFrozen === 1) {
    keepStorage(storage, db, nowMs);
    return false;
  }
  if (storage.kv.get(MARK) === true) return true;
  storage.kv.put(MARK, true);
  void storage.setAlarm(nowMs + UNUSED_MS);
  return false;
}
