import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { accountCopies, accountHolds } from '../../db/schema/objects/sessions.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { AccountCopy } from '../../domain/sessions/session-store.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { judgeCopy, type StoredHold } from './logic.ts';
import { deleteOlderSessions } from './session-rows.ts';

/** Ends the hold that the copy decides. False for a copy older than the current one, which changes nothing. */
export function takeCopy(db: ObjectDatabase, copy: AccountCopy, committed: boolean): boolean {
  const hold = db.run(selectHold());
  const { take, endsHold } = judgeCopy(copy, db.run(selectAccount()), hold);
  if (!take) return false;
  const { username, role, status, authVersion } = copy;
  db.run(saveAccount({ username, role, status, authVersion }));
  if (endsHold) {
    if (committed && hold?.dropSessions === true) db.run(deleteOlderSessions({ authVersion }));
    db.run(deleteAnyHold());
  }
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

export const selectHold = prepareFirst(() =>
  query
    .select({
      changeId: accountHolds.changeId,
      authVersion: accountHolds.authVersion,
      dropSessions: accountHolds.dropSessions,
      expiresAt: accountHolds.expiresAt,
    })
    .from(accountHolds),
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

export const saveHold = prepareWrite(
  (hold: Params<{ [Field in keyof StoredHold]: StoredHold[Field] }>) => {
    const { changeId, authVersion, dropSessions, expiresAt } = hold;
    const values = { changeId, authVersion, dropSessions, expiresAt };
    return query
      .insert(accountHolds)
      .values({ id: ONLY_ID, ...values })
      .onConflictDoUpdate({ target: accountHolds.id, set: values });
  },
);

export const deleteHold = prepareWrite((p: Params<{ changeId: string }>) =>
  query.delete(accountHolds).where(eq(accountHolds.changeId, p.changeId)),
);

const deleteAnyHold = prepareWrite(() => query.delete(accountHolds));
