import { constants, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type InflateLimits, InflateMeter } from '../../../../src/imaging/deflate/inflate-meter.ts';
import { concat } from '../../imaging/fixtures/bytes.ts';
import { createRandom } from '../../imaging/fixtures/noise.ts';
import { deflateBehindBlocks, deflateZeros } from '../../imaging/fixtures/png-bombs.ts';

const NO_LIMITS: InflateLimits = { inflatedBytes: Infinity, codedBlocks: Infinity };
const LENGTH = 100_000;
/** Upper bound for the uncounted end of a stream without long repetitions. */
const END_BYTES = 5000;

const random = createRandom(7);
const noise = Uint8Array.from({ length: LENGTH }, () => random());
const words = Uint8Array.from({ length: LENGTH }, (_, at) => (at * at) >> 12);
/** Data whose rare values have long codes. */
const uneven = Uint8Array.from({ length: LENGTH }, () =>
  Math.floor(255 * (random() / 2 ** 32) ** 9),
);

function measure(stream: Uint8Array, limits = NO_LIMITS, pieceBytes = stream.length): InflateMeter {
  const meter = new InflateMeter(limits);
  for (let at = 0; at < stream.length; at += pieceBytes) {
    meter.push(stream.subarray(at, at + pieceBytes));
  }
  return meter;
}

describe('the inflate meter counts the bytes', () => {
  it.each([
    ['without compression', { level: 0 }],
    ['with fixed codes', { strategy: constants.Z_FIXED }],
    ['without repetitions', { strategy: constants.Z_HUFFMAN_ONLY }],
    ['with repetitions of one byte', { strategy: constants.Z_RLE }],
    ['in many blocks', { memLevel: 1 }],
    ['with default options', {}],
    ['at the highest level', { level: 9, memLevel: 9 }],
  ])('of data deflated %s', (_, options) => {
    for (const data of [noise, words, uneven]) {
      const stream = deflateSync(data, options);
      for (const pieceBytes of [1, 777, stream.length]) {
        const meter = measure(stream, NO_LIMITS, pieceBytes);
        expect(meter.isBroken).toBe(false);
        expect(meter.inflatedBytes).toBeLessThanOrEqual(LENGTH);
        expect(meter.inflatedBytes).toBeGreaterThan(LENGTH - END_BYTES);
      }
    }
  });

  it('up to the end of the stream, not after it', () => {
    const whole = measure(concat(deflateSync(noise), deflateSync(noise), deflateZeros(10_000_000)));
    expect(whole.inflatedBytes).toBe(LENGTH);
  });
});

describe('the inflate meter', () => {
  it('refuses a stream as soon as it exceeds its inflated size', () => {
    const limits = { ...NO_LIMITS, inflatedBytes: LENGTH };
    expect(() => measure(concat(deflateSync(noise), new Uint8Array(9999)), limits)).not.toThrow();
    const more = deflateSync(concat(noise, new Uint8Array(20_000), noise));
    expect(() => measure(more, limits)).toThrow('go on');
    const bomb = new InflateMeter(limits);
    expect(() => bomb.push(deflateZeros(64 * 1024 * 1024))).toThrow('go on');
    // The meter throws within the first buffer.
    expect(bomb.inflatedBytes).toBeLessThan(LENGTH + 300);
  });

  it('refuses a stream with too many blocks, even empty ones', () => {
    const limits = { ...NO_LIMITS, codedBlocks: 1001 };
    const behind = (blocks: number): Uint8Array =>
      concat(deflateBehindBlocks(noise.subarray(0, 1000), blocks), new Uint8Array(600));
    expect(measure(behind(1000), limits).inflatedBytes).toBe(1000);
    expect(() => measure(behind(1004), limits)).toThrow('blocks');
  });

  it('reports a damaged stream as broken', () => {
    const unknownType = Uint8Array.of(0x07);
    // Fixed codes with the invalid length symbol 287.
    const unknownLength = Uint8Array.of(0x1b, 0x07);
    for (const block of [unknownType, unknownLength]) {
      const damaged = concat(Uint8Array.of(0x78, 0x9c), block, new Uint8Array(700));
      expect(measure(damaged).isBroken).toBe(true);
    }
    expect(measure(deflateSync(noise)).isBroken).toBe(false);
  });
});
