import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { changeRole } from '../../src/worker/domain/accounts/change-role.ts';
import type { Role } from '../../src/worker/domain/actor.ts';
import { DomainError, isDomainError } from '../../src/worker/domain/errors.ts';
import { toWireError } from '../../src/worker/http/wire-errors.ts';
import { systemClock } from '../../src/shared/clock.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';

const NAMES: Readonly<Record<Role, string>> = {
  admin: 'an administrator',
  user: 'an ordinary user',
};

/** @throws {ScriptError} when the user does not exist, or would become an administrator while being deleted. */
export async function setRole(target: DatabaseTarget, role: Role, username: string): Promise<void> {
  await using bindings = await openMigrated(target);
  const services = { ...openDatabases(bindings.DB), clock: systemClock };
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
      throw new ScriptError(`${username} is being deleted; cancel the deletion first.`);
    }
    if (error instanceof DomainError) throw new ScriptError(`${toWireError(error).message}.`);
    throw error;
  }
}
