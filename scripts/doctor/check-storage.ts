import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { BootGate } from '../../src/worker/domain/boot-gate.ts';
import { probeBucket } from '../../src/worker/domain/metrics/probe-bucket.ts';
import { describeError } from '../../src/worker/lib/log.ts';
import { ObjectStore } from '../../src/worker/storage/object-store.ts';
import { openBindings, hasDatabase } from '../support/bindings.ts';
import { describeTarget, type DatabaseTarget } from '../support/database-target.ts';
import { migrateCommand } from '../support/database.ts';
import { readMigrations } from '../support/migrations.ts';
import { retryWhileLocked } from '../support/retry-while-locked.ts';
import { broken, ok, type Finding } from './finding.ts';
import { readState, type State } from './read-state.ts';

const SUBJECT = 'database';

interface Storage {
  readonly findings: readonly Finding[];
  /** Null when the database cannot be judged. */
  readonly state: State | null;
}

/** Opens database and bucket as `npm run fsck` does. */
export async function checkStorage(target: DatabaseTarget): Promise<Storage> {
  const advice = `If it is the right one: ${migrateCommand(target)}`;
  if (!hasDatabase(target)) {
    return {
      findings: [broken(SUBJECT, `there is none in ${describeTarget(target)}`, advice)],
      state: null,
    };
  }
  try {
    await using bindings = await openBindings(target);
    const bucket = await checkBucket(bindings.BUCKET);
    const fault = await findHistoryFault(bindings.DB);
    if (fault !== null) return { findings: [bucket, broken(SUBJECT, fault, advice)], state: null };
    const state = await retryWhileLocked(() => readState(bindings.DB));
    const text = `${describeTarget(target)} has the migrations of this version`;
    return { findings: [bucket, ok(SUBJECT, text)], state };
  } catch (error) {
    const text = `${describeTarget(target)} does not answer: ${describeError(error)}`;
    return {
      findings: [
        broken(SUBJECT, text, 'Check ids and names in wrangler.toml, and npx wrangler whoami.'),
      ],
      state: null,
    };
  }
}

async function checkBucket(bucket: R2Bucket): Promise<Finding> {
  try {
    await probeBucket({ objects: new ObjectStore(bucket) });
    return ok('bucket', 'answers');
  } catch (error) {
    return broken(
      'bucket',
      `does not answer: ${describeError(error)}`,
      'Check its name in wrangler.toml, and the platform’s status page.',
    );
  }
}

/** As the boot gate finds it. */
async function findHistoryFault(db: D1Database): Promise<string | null> {
  const gate = new BootGate(readMigrations());
  const { directory } = openDatabases(db);
  return retryWhileLocked(() => gate.findFault(directory)).catch(async (error: unknown) => {
    if (!describeError(error).includes('no such table')) throw error;
    const verdict = await gate.judge([]);
    return verdict.ok ? null : verdict.error;
  });
}
