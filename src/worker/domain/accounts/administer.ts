import { and, eq, sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

/** D1 decides who is an administrator, since sessions learn of a new role later; `administer` guards each batch. */

const NOT_ADMINISTRATOR = 'not_administrator';

export async function requireAdministrator(
  { directory }: Pick<Services, 'directory'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  const found = await directory.run(selectAdministrator({ userId }));
  if (found === null) throw new DomainError('permission_denied');
}

export const ADMINISTER_ERRORS = ['permission_denied'] as const satisfies readonly ErrorName[];

export async function administer<Needed extends Pick<Services, 'db' | 'directory'>, Result>(
  services: Needed,
  { userId }: Pick<Actor, 'userId'>,
  verb: (services: Needed) => Promise<Result>,
): Promise<Result> {
  const guard = guardAdministrator({ userId });
  const db = services.db.guardedBy(guard);
  const directory = services.directory.guardedBy(guard);
  try {
    return await verb({ ...services, db, directory });
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_ADMINISTRATOR) throw error;
    throw new DomainError('permission_denied', { cause: error });
  }
}

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
