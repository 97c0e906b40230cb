import { existsSync } from 'node:fs';
import { KINDS, startAbuse, type Outcomes } from './abuse/abuse.ts';
import { useOrdinarily, type Latencies } from './abuse/ordinary-use.ts';
import { openScene, type Scene } from './abuse/scene.ts';
import { explain, median, quantile, type BenchOptions, type BenchRow } from './report.ts';

interface Course {
  readonly rounds: number;
  /** Without abuse, in each round. */
  readonly calmMs: number;
  /** With abuse, in each round. */
  readonly abusedMs: number;
}

const SHORT: Course = { rounds: 3, calmMs: 30_000, abusedMs: 30_000 };
const HOUR: Course = { rounds: 12, calmMs: 60_000, abusedMs: 300_000 };
const WARM_UP_MS = 5000;
const MEMORY_FOLDER = '/dev/shm';
const MAX_RATIO = 3;
const SHARE = 0.95;

interface Samples {
  readonly calm: Latencies[];
  readonly abused: Latencies[];
}

/**
 * Latency of ordinary views, lists and uploads beside one address that asks for dynamic images and unknown links, sends
 * slow bodies, reports errors and tries passwords: the 95th percentile, relative to that without abuse, in turn. `--only
 * hour` abuses for an hour in all, `--only reports` by one kind of abuse.
 */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  // The answering thread would wait for a disk, which the platform's objects have elsewhere.
  if (existsSync(MEMORY_FOLDER)) process.env['TMPDIR'] = MEMORY_FOLDER;
  await using scene = await openScene();
  const { samples, outcomes } = await measure(scene, only);
  return [
    compare('view of 31 KB', 'view', samples, true),
    compare('upload of a small photograph', 'upload', samples, true),
    compare('list', 'list', samples, false),
    ...describe(outcomes),
  ];
}

async function measure(
  scene: Scene,
  only: string | undefined,
): Promise<{ samples: Samples; outcomes: Outcomes[] }> {
  const { rounds, calmMs, abusedMs } = only === 'hour' ? HOUR : SHORT;
  const kinds = only === undefined || only === 'hour' ? KINDS : [only];
  const samples: Samples = { calm: [], abused: [] };
  const outcomes: Outcomes[] = [];
  await useOrdinarily(scene, WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1) {
    samples.calm.push(await useOrdinarily(scene, calmMs));
    const abuse = startAbuse(scene, kinds);
    samples.abused.push(await useOrdinarily(scene, abusedMs));
    outcomes.push(await abuse.stop());
  }
  return { samples, outcomes };
}

function compare(
  what: string,
  kind: keyof Latencies,
  { calm, abused }: Samples,
  isJudged: boolean,
): BenchRow {
  const [baseline, ours] = [calm, abused].map((rounds) =>
    rounds.map((latencies) => quantile(latencies[kind], SHARE)),
  );
  const ratio = median(ours ?? []) / median(baseline ?? []);
  return {
    name: `p95 of ${what} beside abuse by one address, to without`,
    unit: 'ms',
    ours: ours ?? [],
    baseline: baseline ?? [],
    ratio,
    target: isJudged ? `≤ ${String(MAX_RATIO)} ×` : 'none',
    pass: !isJudged || ratio <= MAX_RATIO,
  };
}

/** What the abuser got. */
function describe(rounds: readonly Outcomes[]): BenchRow[] {
  const counts = new Map<string, number[]>();
  for (const outcomes of rounds) {
    for (const [name, statuses] of Object.entries(outcomes)) {
      for (const [status, count] of statuses) {
        const row = `  ${name}: ${status === 0 ? 'no answer' : String(status)}`;
        counts.set(row, [...(counts.get(row) ?? []), count]);
      }
    }
  }
  return [...counts].map(([name, taken]) => explain(name, 'answers', taken));
}
