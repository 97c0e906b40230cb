import { eq, sql } from 'drizzle-orm';
import { GuardError, guard, prepareGuard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import { countAccounts } from '../accounting/change-totals.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export interface AccountDetails {
  /** Name and address are lower case. */
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
}

const TAKEN_MESSAGES: Readonly<Record<string, string>> = {
  username_taken: 'username: already taken',
  email_taken: 'email: already registered',
};

export const INSERT_ACCOUNT_ERRORS = ['invalid_parameter'] as const satisfies readonly ErrorName[];

/** Reports a taken name before a taken email. */
export async function insertAccount(
  { clock, config, db }: Pick<Services, 'clock' | 'config' | 'db'>,
  { username, email, passwordHash }: AccountDetails,
): Promise<number> {
  const quotaBytes = config.DEFAULT_STORAGE_QUOTA_BYTES;
  try {
    const { account } = await db.batch({
      usernameFree: requireUsername({ username }),
      emailFree: requireEmail({ email }),
      counted: countAccounts({ users: 1, activeUsers: 1 }),
      totals: guard('no_site_totals'),
      account: insertUser({ username, email, passwordHash, quotaBytes, now: clock.now() }),
    });
    return account.id;
  } catch (error) {
    const message = error instanceof GuardError ? TAKEN_MESSAGES[error.reason] : undefined;
    if (message === undefined) throw error;
    throw new DomainError('invalid_parameter', { message, cause: error });
  }
}

const requireUsername = prepareGuard(
  'username_taken',
  (p: Params<{ username: string }>) =>
    sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${eq(users.username, p.username)})`,
);

const requireEmail = prepareGuard(
  'email_taken',
  (p: Params<{ email: string }>) =>
    sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${eq(users.email, p.email)})`,
);

const insertUser = prepareOne(
  (
    p: Params<{
      username: string;
      email: string;
      passwordHash: string;
      quotaBytes: number;
      now: number;
    }>,
  ) =>
    query
      .insert(users)
      .values({
        username: p.username,
        email: p.email,
        passwordHash: p.passwordHash,
        role: 'user',
        status: 'active',
        storageQuota: p.quotaBytes,
        createdAt: p.now,
        updatedAt: p.now,
      })
      .returning({ id: users.id }),
);
