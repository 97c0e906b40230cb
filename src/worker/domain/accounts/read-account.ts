import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { users, type UserRow } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

/** Times are milliseconds since the epoch, amounts of storage are bytes. */
export type Account = UserRow;

export const READ_OWN_ACCOUNT_ERRORS = [
  // The account no longer exists.
  'sign_in_required',
] as const satisfies readonly ErrorName[];

/** Reads the actor's own account. */
export async function readOwnAccount(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Account> {
  const account = await findAccount(db, userId);
  if (account === null) throw new DomainError('sign_in_required');
  return account;
}

/** Finds an account by its id. */
export function findAccount(db: Database, userId: number): Promise<Account | null> {
  return db.run(selectById({ userId }));
}

/** Finds an account by its name; case does not count. */
export function findAccountByName(db: Database, username: string): Promise<Account | null> {
  return db.run(selectAccountByName({ username: username.toLowerCase() }));
}

const selectById = prepareFirst((p: Params<{ userId: number }>) =>
  query.select().from(users).where(eq(users.id, p.userId)),
);

/** Selects the account of a name in lower case. */
export const selectAccountByName = prepareFirst((p: Params<{ username: string }>) =>
  query.select().from(users).where(eq(users.username, p.username)),
);
