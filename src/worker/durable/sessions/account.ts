import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { accountCopies, accountFreezes } from '../../db/schema/objects/sessions.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { UserStatus } from '../../domain/actor.ts';
import type { AccountCopy } from '../../domain/sessions/session-store.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { deleteAllKeys } from './api-key-rows.ts';
import { isLaterDay, judgeCopy, type StoredFreeze } from './logic.ts';
import { deleteAllSessions, deleteOlderSessions } from './session-rows.ts';

/** Sessions of these are refused, and come back with the account; keys do not. */
const ENDS_KEYS: ReadonlySet<UserStatus> = new Set(['suspended', 'deleting']);

/** Ends the freeze that the copy decides. False for a copy older than the current one, which changes nothing. */
export function takeCopy(db: ObjectDatabase, copy: AccountCopy, committed: boolean): boolean {
  endOtherAccount(db, copy);
  const freeze = db.run(selectFreeze());
  const { take, endsFreeze } = judgeCopy(copy, db.run(selectAccount()), freeze);
  if (!take) return false;
  const { username, role, status, authVersion } = copy;
  db.run(saveAccount({ username, role, status, authVersion }));
  if (endsFreeze) {
    if (committed && freeze?.dropSessions === true) db.run(deleteOlderSessions({ authVersion }));
    db.run(deleteAnyFreeze());
  }
  if (ENDS_KEYS.has(status)) db.run(deleteAllKeys());
  return true;
}

/** After a restore of D1 a new account may get the id of a lost one, whose credentials must not be its own. */
function endOtherAccount(db: ObjectDatabase, { username }: AccountCopy): void {
  const known = db.run(selectAccount());
  if (known === null || known.username === username) return;
  db.run(deleteAllKeys());
  db.run(deleteAllSessions());
  db.run(deleteAnyFreeze());
  db.run(deleteAccount());
}

/** True for the first visit of a day. `seenAt` is the stored one. */
export function recordVisit(db: ObjectDatabase, seenAt: number | null, nowMs: number): boolean {
  if (!isLaterDay(seenAt, nowMs)) return false;
  db.run(saveVisit({ now: nowMs }));
  return true;
}

const selectAccount = prepareFirst(() =>
  query
    .select({
      username: accountCopies.username,
      role: accountCopies.role,
      status: accountCopies.status,
      authVersion: accountCopies.authVersion,
    })
    .from(accountCopies),
);

export const selectFreeze = prepareFirst(() =>
  query
    .select({
      changeId: accountFreezes.changeId,
      authVersion: accountFreezes.authVersion,
      dropSessions: accountFreezes.dropSessions,
      expiresAt: accountFreezes.expiresAt,
    })
    .from(accountFreezes),
);

const ONLY_ID = 1;

const saveAccount = prepareWrite(
  (copy: Params<{ [Field in keyof AccountCopy]: AccountCopy[Field] }>) => {
    const { username, role, status, authVersion } = copy;
    const values = { username, role, status, authVersion };
    return query
      .insert(accountCopies)
      .values({ id: ONLY_ID, ...values })
      .onConflictDoUpdate({ target: accountCopies.id, set: values });
  },
);

export const saveVisit = prepareWrite((p: Params<{ now: number }>) =>
  query.update(accountCopies).set({ seenAt: p.now }),
);

export const saveFreeze = prepareWrite(
  (freeze: Params<{ [Field in keyof StoredFreeze]: StoredFreeze[Field] }>) => {
    const { changeId, authVersion, dropSessions, expiresAt } = freeze;
    const values = { changeId, authVersion, dropSessions, expiresAt };
    return query
      .insert(accountFreezes)
      .values({ id: ONLY_ID, ...values })
      .onConflictDoUpdate({ target: accountFreezes.id, set: values });
  },
);

export const deleteFreeze = prepareWrite((p: Params<{ changeId: string }>) =>
  query.delete(accountFreezes).where(eq(accountFreezes.changeId, p.changeId)),
);

const deleteAnyFreeze = prepareWrite(() => query.delete(accountFreezes));

const deleteAccount = prepareWrite(() => query.delete(accountCopies));
