// Restores a backup into an empty deployment or local state: npm run restore -- DIR
import { parseArgs } from 'node:util';
import { systemClock } from '../src/shared/clock.ts';
import { openDatabases } from '../src/worker/db/open-databases.ts';
import type { Finding } from '../src/worker/domain/consistency/finding.ts';
import { readManifest } from './backup/manifest.ts';
import { describeBytes, showProgress } from './backup/progress.ts';
import { readSequences } from './backup/sequences.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import { settle } from './restore/settle.ts';
import { openBindings } from './support/bindings.ts';
import {
  DATABASE_OPTIONS,
  describeTarget,
  targetOf,
  type DatabaseTarget,
} from './support/database-target.ts';
import { openMigrated } from './support/database.ts';
import { runScript, ScriptError } from './support/fail.ts';

const USAGE = `Usage: npm run restore -- DIR [options]
       npm run restore -- --after-time-travel [options]

  --remote             restore into the account's empty database and bucket, before npm run deploy
  --persist-to DIR     restore into the local state in DIR
  --after-time-travel  restore nothing; bring a database that went back in time ahead of its Durable Objects
  --help               show this text

Nothing may serve from the target meanwhile. A killed restore goes on when it is run again.
Exit status: 0 when the site is whole; 1 otherwise.`;

const SHOWN_FINDINGS = 20;

const NOT_RESTORED = `Not restored, since no backup has it:
  KEY_RING   use the lost site's: without it its image tokens, share links and devices do not work
  sessions   people sign in again; devices open a session by themselves
  API keys   work if the deployment's Durable Objects are those of the lost site; otherwise owners make new ones
  share links with a limit of views   are ended, because the count of their views may be lost
  changes since the backup   what was deleted or revoked since then is back; passwords are the old ones
Start the service, wait two minutes for its cron, and run npm run fsck.`;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...DATABASE_OPTIONS,
      'after-time-travel': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const target = targetOf(values);
  if (values['after-time-travel'] && positionals.length === 0) return catchUp(target);
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0 || values['after-time-travel']) {
    throw new ScriptError(USAGE);
  }
  return restore(target, folder);
});

async function restore(target: DatabaseTarget, folder: string): Promise<number> {
  const { objects, objectBytes, rows, startedAt } = await readManifest(folder);
  await using bindings = await openBindings(target);
  using progress = showProgress('Restore', objectBytes);
  let bytes = 0;
  const left = await restoreBackup(bindings, folder, {
    name: describeTarget(target),
    onObject: ({ size }) => {
      bytes += size;
      progress.update(bytes, describeBytes(bytes));
    },
  });
  progress[Symbol.dispose]();
  console.log(
    `Restored the backup of ${startedAt}: ${String(rows)} rows, ${String(objects)} objects, ${describeBytes(objectBytes)}.`,
  );
  printFindings(left);
  console.log(NOT_RESTORED);
  return left.length === 0 ? 0 : 1;
}

/** Leaves rows and objects alone, so that the way back to the present stays open. */
async function catchUp(target: DatabaseTarget): Promise<number> {
  await using bindings = await openMigrated(target);
  const { db } = openDatabases(bindings.DB);
  await settle(db, await readSequences(db), systemClock.now());
  console.log(
    'Accounts and numbers are ahead of all Durable Objects. npm run fsck shows what differs.',
  );
  return 0;
}

function printFindings(left: readonly Finding[]): void {
  for (const { subject, problem } of left.slice(0, SHOWN_FINDINGS)) {
    console.error(`${subject}: ${problem}`);
  }
  if (left.length > SHOWN_FINDINGS)
    console.error(`… and ${String(left.length - SHOWN_FINDINGS)} more.`);
}
