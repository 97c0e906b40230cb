import { median, type BenchRow } from '../report.ts';
import type { Side } from './sides.ts';
import type { Generator, TailLoad } from './tail-load.ts';

export interface Sample {
  /** Responses per second. */
  readonly rate: number;
  /** Processor time of the runtime for 1,000 responses (milliseconds). */
  readonly msPerThousand: number;
  /** Share of a processor that the generator used. */
  readonly generatorShare: number;
}

export type Pair = Record<'ours' | 'baseline', Sample>;

/** @throws Error when a response is not 200, or the number of responses differs. */
export const takeSample = async (
  generator: Generator,
  side: Side,
  load: Omit<TailLoad, 'origin'>,
): Promise<Sample> => {
  const before = side.readMs();
  const { answers, seconds, generatorMs } = await generator.ask({
    ...load,
    origin: side.url.origin,
  });
  const usedMs = side.readMs() - before;
  if (load.maxAnswers !== undefined && answers < load.maxAnswers) {
    throw new Error(`only ${String(answers)} answers in ${String(load.durationMs)} ms`);
  }
  return {
    rate: answers / seconds,
    msPerThousand: (1000 * usedMs) / answers,
    generatorShare: generatorMs / 1000 / seconds,
  };
};

/** Both sides in turn; their order alternates from round to round. */
export const takePairs = async (
  rounds: number,
  ours: (round: number) => Promise<Sample>,
  baseline: (round: number) => Promise<Sample>,
): Promise<Pair[]> => {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      pairs.push({ ours: await ours(round), baseline: await baseline(round) });
    } else {
      const first = await baseline(round);
      pairs.push({ ours: await ours(round), baseline: first });
    }
  }
  return pairs;
};

/** Medians of the ratios of the rounds: by requests per second, with a target, and by processor time. */
export const toRows = (name: string, pairs: readonly Pair[], minRatio: number): BenchRow[] => {
  const generator = median(pairs.map(({ ours }) => ours.generatorShare));
  console.log(`${name}: the generator took ${generator.toFixed(2)} of a processor`);
  const rate = compare(pairs, (sample) => sample.rate);
  const cost = compare(pairs, (sample) => sample.msPerThousand);
  return [
    {
      name,
      unit: 'requests/s',
      ...rate,
      target: `≥ ${String(minRatio)} ×`,
      pass: rate.ratio >= minRatio,
    },
    {
      name: 'the same in processor time, for 1,000 requests',
      unit: 'ms',
      ...cost,
      target: 'none',
      pass: true,
    },
  ];
};

const compare = (
  pairs: readonly Pair[],
  figure: (sample: Sample) => number,
): Pick<BenchRow, 'ours' | 'baseline' | 'ratio'> => ({
  ours: pairs.map(({ ours }) => figure(ours)),
  baseline: pairs.map(({ baseline }) => figure(baseline)),
  ratio: median(pairs.map(({ ours, baseline }) => figure(ours) / figure(baseline))),
});
