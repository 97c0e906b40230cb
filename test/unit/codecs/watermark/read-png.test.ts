import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';

import { readPng, readPngSize } from '../../../../src/codecs/watermark/read-png.ts';

describe('readPng', () => {
  it.each([
    ['grey', 1, [9, 200], [9, 9, 9, 255, 200, 200, 200, 255]],
    ['grey with alpha', 2, [9, 1, 200, 2], [9, 9, 9, 1, 200, 200, 200, 2]],
    ['colour', 3, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]],
    ['colour with alpha', 4, [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('makes RGBA of %s', (_, channels, samples, rgba) => {
    const file = encode({ width: 2, height: 1, channels, data: Uint8Array.from(samples) });
    expect(readPng(file)).toEqual({ width: 2, height: 1, data: Uint8ClampedArray.from(rgba) });
  });

  it('takes the upper half of 16-bit samples', () => {
    const data = Uint16Array.from([0x12ff, 0x3400, 0x5680, 0xffff]);
    const file = encode({ width: 1, height: 1, channels: 4, depth: 16, data });
    expect([...readPng(file).data]).toEqual([0x12, 0x34, 0x56, 0xff]);
  });

  it('throws on a damaged file', () => {
    const file = encode({ width: 2, height: 1, channels: 4, data: new Uint8Array(8) });
    expect(() => readPng(file.subarray(0, file.length - 16))).toThrow();
    const flipped = file.slice();
    flipped[45] = (flipped[45] ?? 0) ^ 0xff;
    expect(() => readPng(flipped)).toThrow();
  });
});

describe('readPngSize', () => {
  it('tells the size without decoding, and null for what is no PNG', () => {
    const file = encode({ width: 3, height: 5, channels: 1, data: new Uint8Array(15) });
    expect(readPngSize(file)).toEqual({ width: 3, height: 5 });
    expect(readPngSize(file.subarray(1))).toBeNull();
    expect(readPngSize(file.subarray(0, 20))).toBeNull();
  });
});
