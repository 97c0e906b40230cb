import { expect, it } from 'vitest';
import { FUZZED_TYPES, fuzzType } from './fuzz.ts';

/** `npm run fuzz` runs 2,000 of each type. */
const SAMPLE = 30;

it.each(FUZZED_TYPES)(
  'a mutated %s gives a derivative or a fault',
  async (type) => {
    const { failures, outcomes } = await fuzzType(type, Array(SAMPLE).keys());
    expect(failures).toEqual([]);
    expect(outcomes.get('made')).toBeGreaterThan(0);
    expect(outcomes.size).toBeGreaterThan(1);
  },
  120_000,
);
