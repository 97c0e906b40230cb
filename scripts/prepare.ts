// What wrangler runs before it bundles the Worker (wrangler.toml, [build]), and again when a file of src changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildConsole } from './support/console-build.ts';
import { applyMigrations } from './support/database.ts';
import { runScript } from './support/fail.ts';
import { ensureLocalSecrets } from './support/local-secrets.ts';
import { readMigrations } from './support/migrations.ts';
import { WORKER_ONLY_VARIABLE } from './support/worker-only.ts';
import { ROOT } from './support/wrangler.ts';

/** Holds the checksum of the migrations that were applied last: to look would take a runtime of its own. */
const STAMP = join(ROOT, '.wrangler', 'state', 'migrations.sha256');

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
  const checksum = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === checksum) return;
  console.log('Applying migrations to the local database…');
  await applyMigrations({ remote: false, persistTo: undefined });
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, checksum);
}
