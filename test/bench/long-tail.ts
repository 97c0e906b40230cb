import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ScriptError } from '../../scripts/support/fail.ts';
import { countedViews } from './hot-view.ts';
import { takePairs, takeSample, toRows, type Pair, type Sample } from './long-tail/contest.ts';
import { echo } from './long-tail/echo.ts';
import {
  prepareContenders,
  startSide,
  type Contender,
  type Side,
  type Contenders,
} from './long-tail/sides.ts';
import { startGenerator, type Generator } from './long-tail/tail-load.ts';
import type { BenchOptions, BenchRow } from './report.ts';

const IMAGES = 2000;
/** More images, to warm up compiled code without caching the measured ones. */
const WARM_UP_IMAGES = 300;
const ZIPF_EXPONENT = 0.8;
const ROUNDS = 15;
const ROUND_MS = 700;
const WARM_UP_MS = 2000;
const FILLING_ROUNDS = 5;
/** Of one filling; a third of them miss. */
const FILLING_ANSWERS = 3000;
/** Longer than the responses take on a busy machine. */
const SAMPLE_TIMEOUT_MS = 180_000;
/** For cache puts under way. */
const SETTLE_MS = 500;
const COUNTED_SHARE = 0.99;
/** Time by which the counts of an isolate have reached the counters. */
const COUNTED_WITHIN_MS = 15_000;
const COUNTED_POLL_MS = 500;

const MIN_WARM = 2;
const MIN_FILLING = 1.1;
const MIN_EDGE = 0.85;
const MIN_HOT = 0.8;

interface Arena extends Contenders {
  readonly generator: Generator;
  /** Paths of the measured images. */
  readonly tail: readonly string[];
}

const PARTS = { warm: benchWarm, filling: benchFilling, edge: benchEdge, hot: benchHot };

type PartName = keyof typeof PARTS;

const PART_NAMES = Object.keys(PARTS) as PartName[];

/**
 * 2,000 public images of 31 KB, requested by a Zipf law at the Workers' sockets, in turn with bare Workers that have
 * the same rows and objects. A separate process requests them, over 16 connections.
 * @throws ScriptError for an unknown part.
 */
export async function run({ only }: BenchOptions): Promise<BenchRow[]> {
  const parts = chooseParts(only);
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const contenders = await prepareContenders(folder, IMAGES + WARM_UP_IMAGES);
    await using generator = startGenerator();
    const arena = { ...contenders, generator, tail: contenders.paths.slice(0, IMAGES) };
    const rows: BenchRow[] = [];
    for (const part of parts) rows.push(...(await PARTS[part](arena)));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function chooseParts(only: string | undefined): PartName[] {
  if (only === undefined) return PART_NAMES;
  const chosen = PART_NAMES.filter((name) => only.split(',').includes(name));
  if (chosen.length === only.split(',').length) return chosen;
  throw new ScriptError(`--only takes ${PART_NAMES.join(', ')}, and it is "${only}".`);
}

async function benchWarm(arena: Arena): Promise<BenchRow[]> {
  const pairs = await compareWarm(arena, arena.tintype);
  return toRows('long tail, warm, to a Worker with one cache look-up', pairs, MIN_WARM);
}

/** No image fits into the isolate's memory. */
async function benchEdge(arena: Arena): Promise<BenchRow[]> {
  const { options, stateFolder } = arena.tintype;
  const bindings = { ...options.bindings, MEMORY_CACHE_ENTRY_BYTES: '0' };
  const pairs = await compareWarm(arena, { stateFolder, options: { ...options, bindings } });
  return toRows('edge hits alone, to a Worker with one cache look-up', pairs, MIN_EDGE);
}

/** Both sides have every image in their caches. */
async function compareWarm(arena: Arena, tintype: Contender): Promise<Pair[]> {
  const { generator, tail } = arena;
  await using ours = await startSide(tintype);
  await using bare = await startSide(arena.cachedObjects);
  for (const side of [ours, bare]) await warmUp(generator, side, tail);
  const sample = (side: Side, durationMs: number, seed: number): Promise<Sample> =>
    takeSample(generator, side, {
      paths: tail,
      zipf: { exponent: ZIPF_EXPONENT, seed },
      durationMs,
    });
  for (const side of [ours, bare]) await sample(side, WARM_UP_MS, ROUNDS);
  return await takePairs(
    ROUNDS,
    (round) => sample(ours, ROUND_MS, round),
    (round) => sample(bare, ROUND_MS, round),
  );
}

/** In each round both sides start with empty caches, and answer the same requests. */
async function benchFilling({
  generator,
  tail,
  paths,
  tintype,
  cachedRows,
}: Arena): Promise<BenchRow[]> {
  const fill = async (contender: Contender, seed: number): Promise<Sample> => {
    await using side = await startSide(contender);
    await warmUp(generator, side, paths.slice(IMAGES));
    return await takeSample(generator, side, {
      paths: tail,
      zipf: { exponent: ZIPF_EXPONENT, seed },
      durationMs: SAMPLE_TIMEOUT_MS,
      maxAnswers: FILLING_ANSWERS,
    });
  };
  const pairs = await takePairs(
    FILLING_ROUNDS,
    (round) => fill(tintype, round),
    (round) => fill(cachedRows, round),
  );
  const baseline = 'a Worker with a cache look-up, then the row beside the object';
  return toRows(`long tail, filling, to ${baseline}`, pairs, MIN_FILLING);
}

/** @throws Error when views are missing from the counts. */
async function benchHot({ generator, tail, tintype }: Arena): Promise<BenchRow[]> {
  const [path = ''] = tail;
  await using ours = await startSide(tintype);
  const bare = {
    options: await echo(new URL(path, ours.url)),
    stateFolder: join(tintype.stateFolder, 'echo'),
  };
  await using same = await startSide(bare);
  const before = await countedViews(ours.url);
  let seen = 0;
  const sample = async (side: Side, durationMs: number): Promise<Sample> => {
    const taken = await takeSample(generator, side, { paths: [path], durationMs });
    if (side === ours) seen += (taken.rate * durationMs) / 1000;
    return taken;
  };
  for (const side of [ours, same]) await sample(side, WARM_UP_MS);
  const pairs = await takePairs(
    ROUNDS,
    () => sample(ours, ROUND_MS),
    () => sample(same, ROUND_MS),
  );
  await awaitCounts(ours.url, before + seen * COUNTED_SHARE);
  const name = 'hot view, counted, to a Worker that answers the same bytes and headers';
  return toRows(name, pairs, MIN_HOT);
}

/** Requests every image twice: the first time from the bucket, the second time from the caches. */
async function warmUp(generator: Generator, side: Side, paths: readonly string[]): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    await takeSample(generator, side, {
      paths,
      durationMs: SAMPLE_TIMEOUT_MS,
      maxAnswers: paths.length,
    });
    await sleep(SETTLE_MS);
  }
}

async function awaitCounts(url: URL, least: number): Promise<void> {
  const deadline = performance.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const counted = await countedViews(url);
    if (counted >= least) return;
    if (performance.now() > deadline) {
      throw new Error(`only ${String(counted)} of ${least.toFixed(0)} views were counted`);
    }
    await sleep(COUNTED_POLL_MS);
  }
}
