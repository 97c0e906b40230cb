import { describe, expect, it, vi } from 'vitest';
import { concat, uint32 } from '../fixtures/bytes.ts';
import { pngChunk, writePng } from '../fixtures/craft.ts';
import { codecs } from '../fixtures/encoders.ts';

// Real codecs take seconds where other work has the processor.
vi.setConfig({ testTimeout: 120_000 });

const SIDE = 6000;
const FAILURES = 30;

/** Of 1 bit a pixel, so that the file is quick to make; the decoder's picture has 4 bytes. */
const largePng = (): Uint8Array => {
  const row = new Uint8Array(SIDE / 8).fill(0xaa);
  const rows = Array.from({ length: SIDE }, () => row);
  return writePng({ width: SIDE, height: SIDE, bitDepth: 1, colorType: 0, rows });
};

/** The memory for an RGBA picture of that size is taken before its data turn out to be none. */
const brokenPng = (): Uint8Array => {
  const header = concat(uint32(SIDE), uint32(SIDE), Uint8Array.of(8, 6, 0, 0, 0));
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return concat(
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', new Uint8Array(64).fill(7)),
    pngChunk('IEND', new Uint8Array()),
  );
};

describe('the PNG decoder', () => {
  it('takes a good large file after 30 failures, each with its own memory', async () => {
    const broken = brokenPng();
    for (let failure = 0; failure < FAILURES; failure += 1) {
      await expect(codecs.decode('image/png', broken)).rejects.toThrow();
    }
    const { width, height, data } = await codecs.decode('image/png', largePng());
    expect([width, height]).toEqual([SIDE, SIDE]);
    expect([...data.subarray(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
  });
});
