import { and, eq, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor, Role, UserStatus } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../errors.ts';
import { recordEvent } from '../outbox/events.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_CHANGED, deleteReset } from './change-account.ts';
import { findAccountByName, type Account } from './read-account.ts';
import { retryWhileChanging } from './retry-while-changing.ts';

type RoleServices = Pick<Services, 'clock' | 'db' | 'directory'>;

/** Accounts that await deletion cannot become administrators. */
const PROMOTABLE: ReadonlySet<UserStatus> = new Set(['active', 'suspended']);

export interface RoleChange {
  /** Case-insensitive. */
  readonly username: string;
  readonly role: Role;
}

/** `actorId` is null for the operator's shell, which reaches no Durable Object: the event tells open sessions. */
export function changeRole(
  services: RoleServices,
  actorId: Actor['userId'] | null,
  { username, role }: RoleChange,
): Promise<boolean> {
  return retryWhileChanging(async () => {
    const account = await findAccountByName(services.directory, username);
    if (account === null) throw new DomainError('user_not_found');
    if (account.role === role) return false;
    if (role === 'admin' && !PROMOTABLE.has(account.status)) {
      throw new DomainError('account_state_conflict');
    }
    return commitRole(services, actorId, account, role);
  });
}

/** Null when the account changed since it was read. */
async function commitRole(
  { clock, db }: RoleServices,
  actorId: number | null,
  { id: userId, authVersion, role: from }: Account,
  role: Role,
): Promise<true | null> {
  const now = clock.now();
  const action = role === 'admin' ? 'role_grant' : 'role_revoke';
  try {
    await db.batch({
      changed: updateRole({ userId, authVersion, role, now }),
      unchanged: guard(ACCOUNT_CHANGED),
      links: deleteReset({ userId }),
      event: recordEvent('account', { user_id: userId }, now),
      audit: recordAudit(
        { actorId, action, subject: `user:${userId}`, detail: { from, to: role } },
        now,
      ),
    });
    return true;
  } catch (error) {
    if (error instanceof GuardError) return null;
    throw error;
  }
}

const updateRole = prepareWrite(
  (p: Params<{ userId: number; authVersion: number; role: Role; now: number }>) =>
    query
      .update(users)
      .set({ role: p.role, authVersion: sql`${users.authVersion} + 1`, updatedAt: p.now })
      .where(and(eq(users.id, p.userId), eq(users.authVersion, p.authVersion))),
);
