import { describe, expect, it } from 'vitest';

import {
  makePrefixCode,
  reverseBits,
} from '../../../../../src/worker/imaging/alpha/prefix-code.ts';

const wordsOf = (counts: number[]): string[] => {
  const { lengths, words } = makePrefixCode(counts);
  return [...lengths].map((length, symbol) =>
    length === 0
      ? ''
      : reverseBits(words[symbol] ?? 0, length)
          .toString(2)
          .padStart(length, '0'),
  );
};

const fullness = (lengths: Uint8Array): number =>
  lengths.reduce((sum, length) => sum + (length === 0 ? 0 : 2 ** -length), 0);

describe('makePrefixCode', () => {
  it('gives frequent symbols short words, and unused ones none', () => {
    expect(wordsOf([1, 0, 8, 2])).toEqual(['10', '', '0', '11']);
  });

  it('makes no word a prefix of another', () => {
    const words = wordsOf([5, 9, 12, 13, 16, 45, 1, 1]).filter((word) => word !== '');
    for (const word of words) {
      expect(words.filter((other) => other.startsWith(word))).toEqual([word]);
    }
  });

  it('keeps words within 15 bits and the code complete for Fibonacci counts', () => {
    const counts = [1, 1];
    while (counts.length < 40) counts.push((counts.at(-1) ?? 0) + (counts.at(-2) ?? 0));
    const { lengths } = makePrefixCode(counts);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15);
    expect(fullness(lengths)).toBe(1);
  });
});
