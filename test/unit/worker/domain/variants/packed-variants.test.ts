import { describe, expect, it } from 'vitest';
import {
  packVariants,
  unpackVariants,
  type PackedVariant,
} from '../../../../../src/worker/domain/variants/packed-variants.ts';

const AT = 1_790_000_000_000;
const SHA256 = `00ff${'5a'.repeat(30)}`;

const variant = (values: Partial<PackedVariant> = {}): PackedVariant => ({
  kind: 'master',
  mimeType: 'image/webp',
  size: 1_234_567,
  sha256: SHA256,
  width: 4032,
  height: 3024,
  createdAt: AT,
  ...values,
});

const FOUR = [
  variant(),
  variant({ kind: 'gallery', size: 20_000, width: 400, height: 400 }),
  variant({ kind: 'admin', size: 4000, width: 120, height: 160 }),
  variant({ kind: 'publish', size: 300_000, width: 2048, height: 1536, createdAt: AT + 4000 }),
];

describe('packed variants', () => {
  it('are read as they were written, appended to each other or written at once', () => {
    const whole = packVariants(FOUR, AT);
    expect(unpackVariants(whole, AT)).toEqual(FOUR);
    expect(FOUR.map((one) => packVariants([one], AT)).join('')).toBe(whole);
    expect(unpackVariants(whole.toUpperCase(), AT)).toEqual(FOUR);
  });

  it('of a usual photograph take 41 bytes each at most, on average', () => {
    expect(packVariants(FOUR, AT).length / 2 / 4).toBeLessThanOrEqual(41);
  });

  it('take every kind and type, the smallest and the largest numbers, and any time', () => {
    const kinds = ['original', 'webp', 'avif'] as const;
    const types = ['image/avif', 'image/jpeg', 'image/png', 'image/gif', 'image/webp'];
    const variants = kinds.flatMap((kind) =>
      types.map((mimeType, index) =>
        variant({
          kind,
          mimeType,
          size: [1, 127, 128, 2 ** 32, Number.MAX_SAFE_INTEGER][index] ?? 1,
          width: 2 ** index,
          createdAt: AT + ([0, -1, 1, -AT, 31_536_000_000][index] ?? 0),
        }),
      ),
    );
    expect(unpackVariants(packVariants(variants, AT), AT)).toEqual(variants);
  });

  it('may be none', () => {
    expect(packVariants([], AT)).toBe('');
    expect(unpackVariants('', AT)).toEqual([]);
  });

  it.each([
    ['type', { mimeType: 'image/bmp' }],
    ['SHA-256', { sha256: 'A'.repeat(64) }],
    ['size', { size: -1 }],
    ['width', { width: 1.5 }],
    ['height', { height: 2 ** 53 }],
  ])('cannot have another %s', (_, values) => {
    expect(() => packVariants([variant(values)], AT)).toThrow(RangeError);
  });

  it('that are cut off anywhere are refused', () => {
    const whole = packVariants([variant()], AT);
    for (let length = 2; length < whole.length; length += 2) {
      expect(() => unpackVariants(whole.slice(0, length), AT), String(length)).toThrow(RangeError);
    }
  });

  it.each([
    ['kind', `00${SHA256}01010100`],
    ['kind', `08${SHA256}01010100`],
    ['type', `51${SHA256}01010100`],
    ['number', `01${SHA256}${'ff'.repeat(8)}01010100`],
    ['number that never ends', `01${SHA256}${'80'.repeat(400)}`],
  ])('with an unknown %s are refused', (_, hex) => {
    expect(() => unpackVariants(hex, AT)).toThrow(RangeError);
  });
});
