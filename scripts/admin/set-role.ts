import { Database } from '../../src/worker/db/database.ts';
import { changeRole } from '../../src/worker/domain/accounts/change-role.ts';
import type { Role } from '../../src/worker/domain/actor.ts';
import { DomainError, isDomainError } from '../../src/worker/domain/errors.ts';
import { toWireError } from '../../src/worker/http/wire-errors.ts';
import { systemClock } from '../../src/shared/clock.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';

/** What a sentence calls somebody of a role. */
const NAMES: Readonly<Record<Role, string>> = {
  admin: 'an administrator',
  user: 'an ordinary user',
};

/**
 * Makes a user an administrator, or no longer one.
 * @throws {ScriptError} when there is no such user, or one who is to be deleted would become an administrator.
 */
export async function setRole(target: DatabaseTarget, role: Role, username: string): Promise<void> {
  await using bindings = await openMigrated(target);
  const services = { db: new Database(bindings.DB), clock: systemClock };
  try {
    const isChanged = await changeRole(services, null, { username, role });
    console.log(
      isChanged
        ? `${username} is ${NAMES[role]} now; sessions that are open learn of it within a minute.`
        : `${username} is ${NAMES[role]} already.`,
    );
  } catch (error) {
    if (isDomainError(error, 'user_not_found')) {
      throw new ScriptError(`There is no user named ${username}.`);
    }
    if (isDomainError(error, 'account_state_conflict')) {
      throw new ScriptError(`${username} is to be deleted; have the deletion cancelled first.`);
    }
    if (error instanceof DomainError) throw new ScriptError(`${toWireError(error).message}.`);
    throw error;
  }
}
