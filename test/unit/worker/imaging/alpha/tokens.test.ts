import { describe, expect, it } from 'vitest';

import { splitRun, tokenise } from '../../../../../src/worker/imaging/alpha/tokens.ts';

/** The inverse of RFC 9649, 3.5.2. */
const joinRun = ({ symbol, extra }: ReturnType<typeof splitRun>): number => {
  const prefix = symbol - 256;
  if (prefix < 4) return prefix + 1;
  const bits = (prefix - 2) >> 1;
  return ((2 + (prefix & 1)) << bits) + extra + 1;
};

describe('splitRun', () => {
  it('is inverted by the standard’s formula for every run length', () => {
    for (let length = 1; length <= 4096; length += 1) {
      const prefix = splitRun(length);
      expect(joinRun(prefix)).toBe(length);
      expect(prefix.symbol).toBeLessThan(256 + 24);
      expect(prefix.extra).toBeLessThan(2 ** prefix.extraBits);
    }
  });
});

describe('tokenise', () => {
  it('splits samples into runs that add up to the input', () => {
    const samples = Uint8Array.from([7, ...Array<number>(9000).fill(0), 1, 1, 1, 2]);
    const back: number[] = [];
    tokenise(samples, {
      literal: (value) => back.push(value),
      run: (prefix) => {
        back.push(...Array<number>(joinRun(prefix)).fill(back.at(-1) ?? 0));
      },
    });
    expect(Uint8Array.from(back)).toEqual(samples);
  });
});
