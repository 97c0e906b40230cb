import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '../../src/worker/config.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { checkConsistency } from '../../src/worker/domain/consistency/check-consistency.ts';
import { indexLibraries } from '../../src/worker/domain/images/index-libraries.ts';
import type { Services } from '../../src/worker/domain/services.ts';
import { runTasks, selectTasks } from '../../src/worker/domain/tasks/run-tasks.ts';
import { KeyRing } from '../../src/worker/lib/key-ring.ts';
import { askAll, expectSearches } from './conversion/answers.ts';
import { InterruptedRunner } from './conversion/interrupted-runner.ts';
import { LARGE_OWNER, makeOld, upgrade } from './conversion/make-old.ts';
import { SiteUse, type LiveImage } from './conversion/site-use.ts';
import { explain, type BenchOptions, type BenchRow } from './report.ts';
import { randomFrom } from './rows/names.ts';
import { silentLog } from './scale/silent-log.ts';
import { SqliteRunner } from './scale/sqlite-runner.ts';

const IMAGES = 50_000;
const STATEMENT_MAX_MS = 1000;
/** Libraries whose answers are compared; nobody uses them meanwhile. */
const WATCHED = Array.from({ length: 10 }, (_, index) => LARGE_OWNER + index);
/** Runs of the cron between two comparisons. */
const RUNS_PER_LOOK = 10;
const ACTS_PER_CALL = 2;
const KEY_RING = `bench:${'A'.repeat(43)}`;

/**
 * Images of version 2.1.0 are converted by the cron's code, while others are viewed, searched, uploaded and deleted
 * between any two calls of the database. Every other run breaks, at one call after the other, before it or with its answer.
 * `--images 1000000` takes half an hour on a busy machine.
 */
export async function run({ images = IMAGES }: BenchOptions): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-conversion-'));
  try {
    return await convert(new DatabaseSync(join(folder, 'd1.sqlite')), images);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convert(file: DatabaseSync, images: number): Promise<BenchRow[]> {
  const bucket = makeOld(file, images);
  const upgradeMs = upgrade(file);
  const longest = { text: '', ms: 0 };
  const time = (text: string, ms: number): void => {
    if (ms > longest.ms) Object.assign(longest, { text, ms });
  };
  const direct = new SqliteRunner(file, time);
  const services = serve(direct, bucket);
  const use = new SiteUse(services, direct, bucket, listLive(file), randomFrom(2));
  const watch = await watchAnswers(services, file);
  const findings = [await countFindings(services)];
  const beside = { ms: 0 };
  const runner = new InterruptedRunner(file, time, async () => {
    const start = readProcessorMs();
    for (let act = 0; act < ACTS_PER_CALL; act += 1) await use.act();
    beside.ms += readProcessorMs() - start;
  });
  const cron = { ...services, ...openDatabases(runner) };
  const [runMs, broken]: [number[], Set<string>] = [[], new Set()];
  let differences = 0;
  for (let [step, half] = [0, false]; await isOpen(services, file);) {
    const isWhole = runMs.length % 2 === 0;
    const moment = step % 2 === 0 ? 'before' : 'after';
    const call = Math.floor(step / 2);
    runner.arm(isWhole ? undefined : call, moment);
    const [start, besideMs] = [readProcessorMs(), beside.ms];
    try {
      await runTasks(cron);
      await indexLibraries(cron);
    } catch (error) {
      if (!runner.isBroken) throw error;
    }
    if (!isWhole) {
      // Once no call is left to break at, it begins with the first again.
      if (runner.isBroken) broken.add(`${moment} ${String(call)}`);
      step = runner.isBroken ? step + 1 : 0;
    }
    runMs.push(readProcessorMs() - start - (beside.ms - besideMs));
    await use.settle();
    if (runMs.length % RUNS_PER_LOOK === 0) differences += await watch();
    if (!half && (await isHalfWay(services, images))) {
      half = true;
      findings.push(await countFindings(services));
    }
  }
  differences += await watch();
  findings.push(await countFindings(services));
  const seconds = runMs.reduce((sum, ms) => sum + ms, 0) / 1000;
  const zero = (row: BenchRow): BenchRow => ({
    ...row,
    target: '0',
    pass: row.ours.every((count) => count === 0),
  });
  const title = `${images.toLocaleString('en')} images of 2.1.0`;
  return [
    explain(`${title} converted`, 'runs', [runMs.length]),
    explain('  processor time of a run', 'ms', runMs),
    explain('  rate in processor time', 'images/s', [images / seconds]),
    explain('  migrations', 'ms', [upgradeMs]),
    explain('  calls at which a run broke', 'calls', [broken.size]),
    ...[...use.tally].map(([act, count]) => explain(`  ${act} meanwhile`, 'times', [count])),
    zero(explain('  answers that differ from those before', 'answers', [differences])),
    zero(explain('  findings of fsck before, half-way and after', 'findings', findings)),
    {
      ...explain(`  longest statement: ${longest.text.slice(0, 80)}`, 'ms', [longest.ms]),
      target: `≤ ${String(STATEMENT_MAX_MS)} ms`,
      pass: longest.ms <= STATEMENT_MAX_MS,
    },
  ];
}

/** The parts of the services that the acts use; nothing is cached or queued. */
function serve(runner: SqliteRunner, bucket: { readonly store: Services['objects'] }): Services {
  const now = Date.now();
  const nothing = async (): Promise<void> => undefined;
  return {
    ...openDatabases(runner),
    config: parseConfig({ KEY_RING }),
    keys: KeyRing.parse(KEY_RING),
    clock: { now: () => now, wait: nothing },
    log: silentLog,
    objects: bucket.store,
    background: () => undefined,
    outboxQueue: { send: nothing },
    publicCache: {
      invalidate: async () => true,
      isInvalidated: async () => true,
      epochMaxAgeMs: 0,
    },
  } as unknown as Services;
}

function listLive(file: DatabaseSync): LiveImage[] {
  return file
    .prepare('SELECT id, user_id, unique_link FROM images WHERE user_id > ?')
    .all(Math.max(...WATCHED))
    .map((row) => ({
      id: Number(row['id']),
      userId: Number(row['user_id']),
      link: String(row['unique_link']),
    }));
}

/** Returns a count of the answers that differ from the first ones, or from what searches must answer. */
async function watchAnswers(
  services: Services,
  file: DatabaseSync,
): Promise<() => Promise<number>> {
  const ask = () => Promise.all(WATCHED.map((userId) => askAll(services, file, userId)));
  const first = await ask();
  const expected = WATCHED.map(
    (userId, index) => new Map([...(first[index] ?? []), ...expectSearches(file, userId)]),
  );
  const count = async (): Promise<number> => {
    let differences = 0;
    for (const [index, answers] of (await ask()).entries()) {
      for (const [question, answer] of answers) {
        if (expected[index]?.get(question) === answer) continue;
        differences += 1;
        console.log(`  library ${String(WATCHED[index])}, ${question}: ${answer}`);
      }
    }
    return differences;
  };
  if ((await count()) > 0) throw new Error('searches answer wrongly before the conversion');
  return count;
}

async function countFindings(services: Services): Promise<number> {
  let count = 0;
  for await (const { subject, problem } of checkConsistency(services)) {
    console.log(`  ${subject}: ${problem}`);
    count += 1;
  }
  return count;
}

async function isOpen({ db }: Services, file: DatabaseSync): Promise<boolean> {
  const tasks = await db.run(selectTasks());
  if (tasks.some(({ doneAt }) => doneAt === null)) return true;
  return file.prepare('SELECT 1 FROM users WHERE library_stage = 1').get() !== undefined;
}

async function isHalfWay({ db }: Services, images: number): Promise<boolean> {
  const tasks = await db.run(selectTasks());
  return tasks.some(({ name, position }) => name === 'slim_images' && position > images / 2);
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
