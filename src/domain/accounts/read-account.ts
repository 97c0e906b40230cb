import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { users, type UserRow } from '../../db/schema/accounts.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { AccountCopy } from '../sessions/session-store.ts';

export type Account = UserRow;

export const findAccount = async (db: Database, userId: number): Promise<Account | null> => {
  const [row] = await db.query.select().from(users).where(eq(users.id, userId));
  return row ?? null;
};

/** Finds an account by its name, without case. */
export const findAccountByName = async (
  db: Database,
  username: string,
): Promise<Account | null> => {
  const rows = await db.query
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return rows[0] ?? null;
};

/** What a user's sessions need of the account. */
export const copyOf = ({ username, role, status, authVersion }: Account): AccountCopy => ({
  username,
  role,
  status,
  authVersion,
});

/** The actor's own account. @throws {DomainError} sign_in_required when it is no more. */
export const readOwnAccount = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Actor,
): Promise<Account> => {
  const account = await findAccount(db, userId);
  if (account === null) throw new DomainError('sign_in_required');
  return account;
};
