// Copies database and bucket into a folder, beside the running service: npm run backup -- DIR
import { parseArgs } from 'node:util';
import { readTotals } from '../src/worker/domain/accounting/read-totals.ts';
import { openDatabases } from '../src/worker/db/open-databases.ts';
import { makeBackup } from './backup/make-backup.ts';
import { readManifest } from './backup/manifest.ts';
import { describeBytes, showProgress } from './backup/progress.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { DATABASE_OPTIONS, targetOf, type DatabaseTarget } from './support/database-target.ts';
import { openMigrated } from './support/database.ts';
import { runScript, ScriptError } from './support/fail.ts';

const USAGE = `Usage: npm run backup -- DIR [options]

  --remote          back up the deployment instead of the local state
  --persist-to DIR  back up the local state in DIR
  --verify          read the backup in DIR and check every byte, without a deployment
  --help            show this text

A repeated backup into the same folder fetches only new objects, and goes on where a killed one stopped.
Exit status: 0 when everything is saved or intact; 1 otherwise.`;

const NOT_INCLUDED = `In no backup:
  KEY_RING             keep it elsewhere: without it image tokens, share links and devices of the backup are lost
  sessions             people sign in again
  API keys             they are in Durable Objects alone; their owners make new ones after a restore into a new deployment
  views used of limited share links   a restore ends such links
  the last minute of views, rate limits, cached renditions`;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...DATABASE_OPTIONS,
      verify: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new ScriptError(USAGE);
  return values.verify ? verify(folder) : backUp(targetOf(values), folder);
});

async function backUp(target: DatabaseTarget, folder: string): Promise<number> {
  await using bindings = await openMigrated(target);
  const { storageUsed } = await readTotals(openDatabases(bindings.DB));
  using progress = showProgress('Backup', storageUsed);
  const manifest = await makeBackup(bindings, folder, {
    onProgress: ({ rows, objects, objectBytes }) =>
      progress.update(objectBytes, describeFigures(rows, objects, objectBytes)),
  });
  progress[Symbol.dispose]();
  const { rows, objects, objectBytes, missing, malformed = [] } = manifest;
  console.log(`Saved ${describeFigures(rows, objects, objectBytes)} in ${folder}.`);
  for (const key of missing) console.error(`${key} is missing or damaged in the bucket.`);
  for (const id of malformed) {
    console.error(`Image ${String(id)}: its variants are malformed. Saved is what the bucket has.`);
  }
  console.log(NOT_INCLUDED);
  return missing.length + malformed.length === 0 ? 0 : 1;
}

async function verify(folder: string): Promise<number> {
  const { objects, startedAt } = await readManifest(folder);
  using progress = showProgress('Verify', objects);
  let done = 0;
  const faults = await verifyBackup(folder, () =>
    progress.update((done += 1), `${String(done)} objects`),
  );
  progress[Symbol.dispose]();
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0
      ? `The backup of ${startedAt} is intact: ${String(objects)} objects.`
      : `${String(faults.length)} faults. Delete what is damaged and repeat the backup into this folder: it fetches what is missing.`,
  );
  return faults.length === 0 ? 0 : 1;
}

function describeFigures(rows: number, objects: number, bytes: number): string {
  return `${String(rows)} rows, ${String(objects)} objects, ${describeBytes(bytes)}`;
}
