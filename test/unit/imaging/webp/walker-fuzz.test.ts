import { beforeAll, describe, expect, it } from 'vitest';

import { WEBP_FAULTS } from '../../../../src/imaging/webp/faults.ts';
import { rewriteMetadata } from '../../../../src/imaging/webp/mux.ts';
import { inspectWebp, WebpWalker } from '../../../../src/imaging/webp/walker.ts';
import { DIFFERENCES, explain } from './differences.ts';
import { makeMutant, type Mutant, MUTATIONS } from './mutants.ts';
import { askWebpinfo } from '../../../support/webpinfo.ts';

const MUTANT_COUNT = 20_000;
const TIMEOUT_MS = 120_000;

const name = ({ seed, source, steps }: Mutant): string =>
  `makeMutant(${seed}), of ${source}: ${steps.join(', ')}`;

describe('the WebP walker on mutated files', () => {
  const mutants = Array.from({ length: MUTANT_COUNT }, (_, seed) => makeMutant(seed));
  const verdicts = mutants.map(({ file }) => inspectWebp(file));
  const sound = mutants.filter((_, i) => verdicts[i]?.ok);
  let accepted: boolean[] = [];

  beforeAll(() => {
    accepted = askWebpinfo(mutants.map(({ file }) => file));
  }, TIMEOUT_MS);

  it('differs from webpinfo for exactly the listed reasons', () => {
    const unexplained: string[] = [];
    const met = new Set<unknown>();
    for (const [i, mutant] of mutants.entries()) {
      const verdict = verdicts[i];
      if (verdict === undefined || verdict.ok === accepted[i]) continue;
      const difference = verdict.ok ? undefined : explain(mutant.file, verdict.error);
      if (difference) met.add(difference);
      else unexplained.push(`${name(mutant)}; walker: ${verdict.ok ? 'sound' : verdict.error}`);
    }
    expect(unexplained).toEqual([]);
    expect(DIFFERENCES.filter((difference) => !met.has(difference))).toEqual([]);
  });

  it('covers every fault and mutation, and enough valid files', () => {
    const faults = new Set(verdicts.flatMap((verdict) => (verdict.ok ? [] : [verdict.error])));
    expect([...faults].toSorted()).toEqual(WEBP_FAULTS.toSorted());
    const steps = new Set(mutants.flatMap((mutant) => mutant.steps));
    expect([...steps].toSorted()).toEqual(MUTATIONS.toSorted());
    expect(sound.length).toBeGreaterThan(MUTANT_COUNT / 10);
  });

  it('returns the same verdict for any split of the file', () => {
    for (const [i, mutant] of mutants.entries()) {
      const walker = new WebpWalker();
      const piece = 1 + (mutant.seed % 23);
      for (let at = 0; at < mutant.file.length; at += piece) {
        walker.push(mutant.file.subarray(at, at + piece));
      }
      expect(walker.finish(), name(mutant)).toEqual(verdicts[i]);
    }
  });

  it(
    'accepts only files that webpinfo accepts after rewriteMetadata',
    () => {
      const rewritten = sound.flatMap(({ file }) => [
        rewriteMetadata(file, 'keep'),
        rewriteMetadata(file, 'drop'),
        rewriteMetadata(file, Buffer.from('profile')),
      ]);
      const isAccepted = askWebpinfo(rewritten);
      for (const [i, mutant] of sound.entries()) {
        const results = isAccepted.slice(3 * i, 3 * i + 3);
        expect(results, name(mutant)).toEqual([true, true, true]);
      }
      expect(rewritten.every((file) => inspectWebp(file).ok)).toBe(true);
    },
    TIMEOUT_MS,
  );
});
