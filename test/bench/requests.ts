import { ScriptError } from '../../scripts/support/fail.ts';
import type { BenchOptions, BenchRow } from './report.ts';
import type { BySide } from './requests/by-side.ts';
import { GROUPS, isJudged } from './requests/cases.ts';
import { checkOut } from './requests/check-out.ts';
import { compareCosts } from './requests/compare-costs.ts';
import { fillLibraries } from './requests/library.ts';
import { Meter } from './requests/meter.ts';
import { startSide } from './requests/side.ts';
import { BATCH } from './requests/uploads.ts';

type GroupName = keyof typeof GROUPS;

const MAX_RATIO = 1.05;
const WARM_UP_ROUNDS = 2;
/** Rounds continue until the standard error of the judged ratios is below `MAX_ERROR`. */
const MIN_ROUNDS = 6;
const MAX_ROUNDS = 20;
const MAX_ERROR = 0.008;

const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

const OPTIONS = {
  vars: {
    // No rate limits.
    DEFAULT_STORAGE_QUOTA_BYTES: '1000000000000',
    UPLOAD_ACTIVE_SESSIONS_PER_USER: '10000',
    UPLOAD_SESSIONS_PER_MINUTE: '100000',
    IMAGE_WRITES_PER_MINUTE: '100000',
    UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1000',
    UPLOAD_CONCURRENT_PARTS_PER_USER: '1000',
    // Counts are flushed so rarely that the few affected requests are trimmed from the comparison.
    COUNTER_GATHER_MS: '10000',
    VIEW_FLUSH_MS: '45000',
  },
  // Publication waits until a batch is complete. Purges and erasures are never delivered.
  queueConsumers: { 'tintype-publish': { maxBatchSize: BATCH, maxBatchTimeout: 60 } },
};

/**
 * Processor time of requests to this checkout's Worker, against a revision's Worker in the same run, through the API
 * alone. Does nothing without a revision.
 * @throws ScriptError for an unknown revision or group.
 */
export async function run({ base, only }: BenchOptions): Promise<BenchRow[]> {
  if (base === undefined) {
    console.log('Left out: it needs a revision to compare with, as in --base HEAD.');
    return [];
  }
  const groups = chooseGroups(only);
  await using checkout = await checkOut(base);
  await using ourSide = await startSide(OPTIONS);
  await using baseSide = await startSide({ ...OPTIONS, root: checkout.folder });
  const sides = { ours: ourSide, base: baseSide };
  const setup = { sides, library: await fillLibraries(sides) };
  const playRound = async (meter: Meter): Promise<void> => {
    for (const group of groups) await GROUPS[group](meter, setup);
  };
  const warmUp = new Meter(sides);
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await playRound(warmUp);
  const meter = new Meter(sides);
  for (let round = 0; round < MIN_ROUNDS; round += 1) await playRound(meter);
  for (let round = MIN_ROUNDS; round < MAX_ROUNDS && !isCertain(meter); round += 1) {
    await playRound(meter);
  }
  return [...meter.costs].map(([name, costs]) => toRow(name, costs));
}

function chooseGroups(only: string | undefined): GroupName[] {
  if (only === undefined) return GROUP_NAMES;
  const chosen = GROUP_NAMES.filter((name) => only.split(',').includes(name));
  if (chosen.length === only.split(',').length) return chosen;
  throw new ScriptError(`--only takes ${GROUP_NAMES.join(', ')}, and it is "${only}".`);
}

function isCertain({ costs }: Meter): boolean {
  return [...costs].every(
    ([name, pairs]) => !isJudged(name) || compareCosts(pairs).error <= MAX_ERROR,
  );
}

function toRow(name: string, costs: readonly BySide<number>[]): BenchRow {
  const { ratio, error } = compareCosts(costs);
  return {
    name: `${name}, to the base's, ± ${error.toFixed(3)}`,
    unit: 'ms',
    ours: costs.map(({ ours }) => ours),
    baseline: costs.map(({ base }) => base),
    ratio,
    target: isJudged(name) ? `≤ ${MAX_RATIO} ×` : 'none',
    pass: !isJudged(name) || ratio <= MAX_RATIO,
  };
}
