import { systemClock } from '../../src/shared/clock.ts';
import { toResetLink } from '../../src/shared/token-links.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { issuePasswordReset } from '../../src/worker/domain/accounts/issue-password-reset.ts';
import { findAccountByName } from '../../src/worker/domain/accounts/read-account.ts';
import { isDomainError } from '../../src/worker/domain/errors.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';
import { siteOrigin } from './site-url.ts';

/** Administrators' accounts, too. @throws {ScriptError} when the user does not exist or could not sign in. */
export async function printResetLink(
  target: DatabaseTarget,
  username: string,
  { url }: { readonly url?: string | undefined },
): Promise<void> {
  const origin = siteOrigin(target, url);
  await using bindings = await openMigrated(target);
  const services = { ...openDatabases(bindings.DB), clock: systemClock };
  const account = await findAccountByName(services.directory, username);
  if (account === null) throw new ScriptError(`There is no user named ${username}.`);
  try {
    const { token } = await issuePasswordReset(services, null, account.id);
    console.log(toResetLink(origin, token));
    console.log(`Hand it to ${account.username}: it works once, within an hour. No mail is sent.`);
  } catch (error) {
    if (isDomainError(error, 'account_state_conflict')) {
      throw new ScriptError(`${username} is suspended or being deleted and cannot sign in.`);
    }
    throw error;
  }
}
