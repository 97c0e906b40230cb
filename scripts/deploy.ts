// Makes a site of an account, or upgrades it: npm run deploy -- [options of wrangler deploy]
import { systemClock } from '../src/shared/clock.ts';
import type { Directory } from '../src/worker/db/database.ts';
import { openDatabases } from '../src/worker/db/open-databases.ts';
import { listAdministrators } from '../src/worker/domain/accounts/list-administrators.ts';
import { closeRegistration } from '../src/worker/domain/settings/close-registration.ts';
import { administratorTerms, makeInvitation } from './admin/invite.ts';
import { deployWorker } from './deploy/deploy-worker.ts';
import { ensureDatabase } from './deploy/ensure-database.ts';
import { printWayBack } from './deploy/print-way-back.ts';
import { readSecretNames } from './deploy/read-secret-names.ts';
import { refuseOtherTargets } from './deploy/refuse-other-targets.ts';
import { buildConsole } from './support/console-build.ts';
import { DEPLOYMENT } from './support/database-target.ts';
import { migrateRemotely, readApplied, refuseUnknown } from './support/database.ts';
import { runScript } from './support/fail.ts';
import { findAccount } from './support/find-account.ts';
import { readEnvironment } from './support/read-environment.ts';
import { RemoteD1 } from './support/remote-d1.ts';
import { spawnWrangler, waitForExit } from './support/wrangler.ts';

/** Remembers nothing but what the account has: run again after a failure, it continues. */
await runScript(async () => {
  const options = process.argv.slice(2);
  refuseOtherTargets(options, readEnvironment());
  await buildConsole();
  if (options.includes('--dry-run')) {
    return waitForExit(spawnWrangler(['deploy', ...options], 'inherit'));
  }
  const account = await findAccount();
  const secrets = await readSecretNames(account);
  await ensureDatabase(account);
  const d1 = new RemoteD1(account);
  if (secrets !== null) await printWayBack(d1);
  console.log("Applying migrations to the deployment's database…");
  await migrateRemotely(d1);
  refuseUnknown(DEPLOYMENT, await readApplied(d1));
  const { directory } = openDatabases(d1);
  const isManaged = (await listAdministrators(directory)).length > 0;
  if (!isManaged) await closeRegistration({ directory, clock: systemClock });
  const address = await deployWorker(account, secrets, options);
  console.log(`\nTintype is at ${address}`);
  if (!isManaged) await printInvitation(directory, address);
  return 0;
});

async function printInvitation(directory: Directory, address: string): Promise<void> {
  const link = await makeInvitation(directory, address, administratorTerms(systemClock.now()));
  console.log(`Its first administrator makes an account here, once and within an hour:\n  ${link}`);
}
