import { and, eq, sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

/**
 * Administration. Who is an administrator is what D1 says, of active accounts alone: a session learns of a change of
 * role later.
 *
 * - `requireAdministrator` judges a request before anything else of it is looked at.
 * - `administer` does what it asks for. Every statement of it is in a transaction that only an administrator's commits,
 *   so whoever loses the role meanwhile does nothing more with it.
 */

const NOT_ADMINISTRATOR = 'not_administrator';

/** Requires an active administrator. One round trip. */
export async function requireAdministrator(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  const found = await db.run(selectAdministrator({ userId }));
  if (found === null) throw new DomainError('permission_denied');
}

export const ADMINISTER_ERRORS = ['permission_denied'] as const satisfies readonly ErrorName[];

/** Runs a verb whose work in the database happens only while the actor is an administrator. */
export async function administer<Result>(
  services: Services,
  { userId }: Pick<Actor, 'userId'>,
  verb: (services: Services) => Promise<Result>,
): Promise<Result> {
  const db = services.db.guardedBy(guardAdministrator({ userId }));
  try {
    return await verb({ ...services, db });
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_ADMINISTRATOR) throw error;
    throw new DomainError('permission_denied', { cause: error });
  }
}

/** Selects one row if a user is an administrator, otherwise none. */
export const selectAdministrator = prepareFirst((p: Params<{ userId: number }>) =>
  query
    .select({ id: users.id })
    .from(users)
    .where(isAdministrator({ userId: p.userId })),
);

const guardAdministrator = prepareGuard(
  NOT_ADMINISTRATOR,
  (p: Params<{ userId: number }>) =>
    sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isAdministrator({ userId: p.userId })})`,
);

function isAdministrator(p: Params<{ userId: number }>) {
  return and(eq(users.id, p.userId), eq(users.role, 'admin'), eq(users.status, 'active'));
}
