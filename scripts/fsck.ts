// Checks that database, bucket and counts agree; `--repair` fixes safe cases: npm run fsck
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabases } from '../src/worker/db/open-databases.ts';
import { checkConsistency } from '../src/worker/domain/consistency/check-consistency.ts';
import type { ConsistencyServices, Finding } from '../src/worker/domain/consistency/finding.ts';
import { repairFinding } from '../src/worker/domain/consistency/repair-finding.ts';
import { systemClock } from '../src/shared/clock.ts';
import { describeError } from '../src/worker/lib/log.ts';
import { ObjectStore } from '../src/worker/storage/object-store.ts';
import { DATABASE_OPTIONS, targetOf } from './support/database-target.ts';
import { openMigrated } from './support/database.ts';
import { runScript, ScriptError } from './support/fail.ts';

const USAGE = `Usage: npm run fsck -- [options]

  --repair          fix the safe cases
  --json            print one JSON document; with --every, one a line
  --every SECONDS   check again and again, until the command is ended
  --remote          check the deployment instead of the local state
  --persist-to DIR  check the local state in DIR
  --help            show this text

Exit status: 0 when everything agrees or all findings were fixed; 1 otherwise. With --every, that of the last check.`;

const MAX_EVERY_SECONDS = 86_400;

interface Outcome extends Omit<Finding, 'repair'> {
  readonly repair: string | null;
  readonly repaired: boolean;
}

await runScript(main);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...DATABASE_OPTIONS,
      repair: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      every: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const everyMs = readEvery(values.every);
  await using bindings = await openMigrated(targetOf(values));
  const services = {
    ...openDatabases(bindings.DB),
    objects: new ObjectStore(bindings.BUCKET),
    clock: systemClock,
  };
  // Without `await` the bindings would be closed before the check.
  if (everyMs === null) return await check(services, values);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  for (;;) {
    const dueAt = performance.now() + everyMs;
    const exitCode = await check(services, values);
    const restMs = Math.max(0, dueAt - performance.now());
    await sleep(restMs, null, { signal: ending.signal }).catch(() => null);
    if (ending.signal.aborted) return exitCode;
  }
}

/** Milliseconds; null without the option. */
function readEvery(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = Number(text);
  if (!(seconds >= 1 && seconds <= MAX_EVERY_SECONDS)) {
    throw new ScriptError(`--every takes 1 to ${String(MAX_EVERY_SECONDS)} seconds.`);
  }
  return seconds * 1000;
}

interface CheckOptions {
  readonly repair: boolean;
  readonly json: boolean;
  readonly every?: string | undefined;
}

/** @returns the exit status. */
async function check(services: ConsistencyServices, values: CheckOptions): Promise<number> {
  const startedAt = performance.now();
  const outcomes: Outcome[] = [];
  for await (const { subject, problem, repair } of checkConsistency(services)) {
    const repaired = values.repair && repair !== null && (await tryRepair(services, repair));
    const outcome = { subject, problem, repair: repair?.action ?? null, repaired };
    outcomes.push(outcome);
    if (!values.json) console.log(describeOutcome(outcome));
  }
  const left = outcomes.filter(({ repaired }) => !repaired).length;
  const elapsed_ms = Math.round(performance.now() - startedAt);
  const report = { astray: left, findings: outcomes, elapsed_ms };
  if (values.json) console.log(JSON.stringify(report, null, values.every === undefined ? 2 : 0));
  else if (outcomes.length === 0) console.log('Database, bucket and counts agree.');
  else console.log(`${outcomes.length} found, ${outcomes.length - left} fixed, ${left} left.`);
  return left === 0 ? 0 : 1;
}

/** A failed repair does not stop the others. @returns whether it succeeded. */
async function tryRepair(...finding: Parameters<typeof repairFinding>): Promise<boolean> {
  try {
    await repairFinding(...finding);
    return true;
  } catch (error) {
    console.error(`The repair failed: ${describeError(error)}`);
    return false;
  }
}

function describeOutcome({ subject, problem, repair, repaired }: Outcome): string {
  const advice =
    repair === null
      ? 'needs manual repair'
      : `${repaired ? 'fixed by' : '--repair would'} ${repair}`;
  return `${subject}: ${problem} (${advice})`;
}
