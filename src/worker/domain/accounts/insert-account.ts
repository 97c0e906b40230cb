import { eq, sql } from 'drizzle-orm';
import { GuardError, guard, prepareGuard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import { countAccounts } from '../accounting/change-totals.ts';
import type { Role } from '../actor.ts';
import { recordNewAdministrator } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { INVITATION_INVALID } from '../invitations/use-invitation.ts';
import type { Services } from '../services.ts';
import { REGISTRATION_CLOSED } from '../settings/registration.ts';
import type { Admission } from './admit-newcomer.ts';

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

export const INSERT_ACCOUNT_ERRORS = [
  // A taken name or address.
  'invalid_parameter',
  'registration_closed',
  'invitation_invalid',
] as const satisfies readonly ErrorName[];

/** Whatever the setting is. */
const UNCONDITIONAL: Admission = { role: 'user', storageQuota: null, statements: [] };

/** Reports a taken name before a taken email. */
export async function insertAccount(
  { clock, config, directory }: Pick<Services, 'clock' | 'config' | 'directory'>,
  { username, email, passwordHash }: AccountDetails,
  { role, storageQuota, statements }: Admission = UNCONDITIONAL,
): Promise<number> {
  const quotaBytes = storageQuota ?? config.DEFAULT_STORAGE_QUOTA_BYTES;
  const now = clock.now();
  try {
    const { account } = await directory.batch({
      usernameFree: requireUsername({ username }),
      emailFree: requireEmail({ email }),
      admission: statements,
      counted: countAccounts({ users: 1, activeUsers: 1 }),
      totals: guard('no_site_totals'),
      account: insertUser({ username, email, passwordHash, role, quotaBytes, now }),
      audit: role === 'admin' ? [recordNewAdministrator(username, now)] : [],
    });
    return account.id;
  } catch (error) {
    throw error instanceof GuardError ? toRefusal(error) : error;
  }
}

function toRefusal(cause: GuardError): Error {
  if (cause.reason === REGISTRATION_CLOSED)
    return new DomainError('registration_closed', { cause });
  if (cause.reason === INVITATION_INVALID) return new DomainError('invitation_invalid', { cause });
  const message = TAKEN_MESSAGES[cause.reason];
  return message === undefined ? cause : new DomainError('invalid_parameter', { message, cause });
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
      role: Role;
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
        role: p.role,
        status: 'active',
        storageQuota: p.quotaBytes,
        createdAt: p.now,
        updatedAt: p.now,
      })
      .returning({ id: users.id }),
);
