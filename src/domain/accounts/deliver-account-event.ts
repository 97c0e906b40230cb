import { statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import type { EventPayload } from '../outbox/events.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_COPY_COLUMNS, toAccountCopy } from '../sessions/account-copy.ts';
import { SETTLE_MS } from '../sessions/account-events.ts';
import { settleAccount } from '../sessions/settle-account.ts';

/**
 * Makes an account's object and D1 agree: the object takes the account as D1 has it, and a session that only one of
 * the two knows is ended. May run any number of times, beside logins and changes.
 * @throws {DomainError} account_busy while a change of the account is under way: the event is to be tried again.
 */
export const deliverAccountEvent = async (
  services: Pick<Services, 'clock' | 'db' | 'sessions'>,
  { user_id: userId }: EventPayload<'account'>,
): Promise<void> => {
  const { clock, db, sessions } = services;
  const settledBefore = clock.now() - SETTLE_MS;
  const [account, rows] = await db.batch([
    statement(`SELECT ${ACCOUNT_COPY_COLUMNS} FROM users WHERE id = ?`, userId),
    statement('SELECT session_id FROM user_sessions WHERE user_id = ?', userId),
  ]);
  const row = account?.rows[0];
  if (row === undefined) {
    await sessions.forget(userId);
    return;
  }
  const known = (rows?.rows ?? []).map(({ session_id: id }) => String(id));
  const { admittance, sessionIds } = await sessions.reconcile(
    userId,
    toAccountCopy(row),
    known,
    settledBefore,
  );
  const live = new Set(sessionIds);
  if (known.some((sessionId) => !live.has(sessionId))) {
    await db.batch([
      statement(
        `DELETE FROM user_sessions WHERE user_id = ? AND created_at < ?
         AND session_id NOT IN (SELECT value FROM json_each(?))`,
        userId,
        settledBefore,
        JSON.stringify(sessionIds),
      ),
    ]);
  }
  if (admittance === 'locked') {
    throw new DomainError('account_busy');
  }
  if (admittance !== 'admitted') await settleAccount(services, userId, admittance.unsure);
};
