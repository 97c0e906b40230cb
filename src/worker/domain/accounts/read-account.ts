import { eq } from 'drizzle-orm';
import type { Database, Directory } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { users, type UserRow } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params, type Statement } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export type Account = UserRow;

export const READ_OWN_ACCOUNT_ERRORS = ['sign_in_required'] as const satisfies readonly ErrorName[];

export async function readOwnAccount(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Account> {
  const account = await findAccount(db, userId);
  if (account === null) throw new DomainError('sign_in_required');
  return account;
}

export function findAccount(db: Database, userId: number): Promise<Account | null> {
  return db.run(selectById({ userId }));
}

export function findAccountByName(directory: Directory, username: string): Promise<Account | null> {
  return directory.run(selectByName({ username: username.toLowerCase() }));
}

/** `entry` is a user name or an email address in lower case. No name has an @. */
export function selectAccountByEntry(entry: string): Statement<Account | null> {
  return entry.includes('@') ? selectByEmail({ email: entry }) : selectByName({ username: entry });
}

const selectById = prepareFirst((p: Params<{ userId: number }>) =>
  query.select().from(users).where(eq(users.id, p.userId)),
);

const selectByName = prepareFirst((p: Params<{ username: string }>) =>
  query.select().from(users).where(eq(users.username, p.username)),
);

const selectByEmail = prepareFirst((p: Params<{ email: string }>) =>
  query.select().from(users).where(eq(users.email, p.email)),
);
