// Makes a site of an account, or upgrades it: npm run deploy -- [options of wrangler deploy]
import { Database } from '../src/worker/db/database.ts';
import { deployWorker } from './deploy/deploy-worker.ts';
import { ensureDatabase } from './deploy/ensure-database.ts';
import { printWayBack } from './deploy/print-way-back.ts';
import { readSecretNames } from './deploy/read-secret-names.ts';
import { readSite } from './deploy/read-site.ts';
import { buildConsole } from './support/console-build.ts';
import { applyMigrations } from './support/database.ts';
import { runScript } from './support/fail.ts';
import { RemoteD1 } from './support/remote-d1.ts';

/** Remembers nothing but what the account has: run again after a failure, it continues. */
await runScript(async () => {
  await buildConsole();
  const secrets = await readSecretNames();
  await ensureDatabase();
  if (secrets !== null) await printWayBack();
  console.log("Applying migrations to the deployment's database…");
  await applyMigrations({ remote: true, persistTo: undefined });
  const site = await readSite(new Database(new RemoteD1()));
  const address = await deployWorker(secrets, process.argv.slice(2));
  console.log(`\nTintype is at ${address}`);
  if (!site.hasAdministrator)
    console.log('Make an account there, then: npm run admin -- grant USERNAME --remote');
  return 0;
});
