// Migrates the deployment's database, then deploys: npm run deploy -- [options of wrangler deploy]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newRingSecret } from '../src/worker/lib/key-ring.ts';
import { buildConsole } from './support/console-build.ts';
import { applyMigrations } from './support/database.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { waitForExit, ROOT, runWrangler, spawnWrangler } from './support/wrangler.ts';

const PLACEHOLDER_ID = /"(?:0{32}|0{8}-0{4}-0{4}-0{4}-0{12})"/u;

const FIRST_STEPS = `wrangler.toml still has placeholder ids. Once for a deployment:
  npx wrangler login
  npx wrangler d1 create tintype              (its id: database_id in wrangler.toml)
  npx wrangler kv namespace create CACHE      (its id: id in wrangler.toml)
  npx wrangler r2 bucket create tintype
  npx wrangler queues create tintype-publish
  npx wrangler queues create tintype-avif
  npx wrangler queues create tintype-outbox
  npx wrangler queues create tintype-dead`;

await runScript(main);

async function main(): Promise<number> {
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8');
  if (PLACEHOLDER_ID.test(toml)) throw new ScriptError(FIRST_STEPS);
  await buildConsole();
  console.log("Applying migrations to the deployment's database…");
  await applyMigrations({ remote: true, persistTo: undefined });
  const deployed = await waitForExit(
    spawnWrangler(['deploy', ...process.argv.slice(2)], 'inherit'),
  );
  if (deployed === 0) await ensureKeyRing();
  return deployed;
}

/** Never replaces a key ring: everything signed with it would be lost. */
async function ensureKeyRing(): Promise<void> {
  const list = await runWrangler(['secret', 'list', '--format', 'json']);
  if (list.exitCode !== 0) {
    throw new ScriptError(
      `${list.stderr}\nThe Worker is deployed, but its secrets could not be listed; the reason is above.`,
    );
  }
  const secrets = JSON.parse(list.stdout) as readonly { readonly name: string }[];
  if (secrets.some(({ name }) => name === 'KEY_RING')) return;
  const child = spawnWrangler(['secret', 'put', 'KEY_RING'], ['pipe', 'inherit', 'inherit']);
  child.stdin?.end(`k1:${newRingSecret()}`);
  if ((await waitForExit(child)) !== 0)
    throw new ScriptError(
      'The secret KEY_RING could not be set; the Worker refuses requests without it.',
    );
}
