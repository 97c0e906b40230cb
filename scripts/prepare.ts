// What wrangler runs before it bundles the Worker (wrangler.toml, [build]), and again when a file of src changes.
import './support/import-drizzle.ts';
import { buildConsole } from './support/console-build.ts';
import { runScript } from './support/fail.ts';
import { ensureLocalSecrets } from './support/local-secrets.ts';
import { migrateOnce } from './support/migrate-once.ts';
import { WORKER_ONLY_VARIABLE } from './support/worker-only.ts';
import { ROOT } from './support/wrangler.ts';

await runScript(async () => {
  const command = process.env['WRANGLER_COMMAND'];
  // `wrangler types` only looks for the exports.
  if (command === 'types' || process.env[WORKER_ONLY_VARIABLE] !== undefined) return 0;
  if (command === 'dev') await prepareLocalState();
  await buildConsole();
  return 0;
});

/** Makes the secret and the database of `wrangler dev`, where they are by default. */
async function prepareLocalState(): Promise<void> {
  if (ensureLocalSecrets(ROOT)) console.log('Made a local secret key in .dev.vars');
  await migrateOnce(undefined, () => console.log('Applying migrations to the local database…'));
}
