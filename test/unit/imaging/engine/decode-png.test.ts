import { encode, type ImageData } from 'fast-png';
import { describe, expect, it, vi } from 'vitest';
import { concat, uint32 } from '../fixtures/bytes.ts';
import { pngChunk, writePng } from '../fixtures/craft.ts';
import { codecs } from '../fixtures/encoders.ts';

const SIDE = 2000;
const IMAGE_BYTES = SIDE * SIDE * 4;
const FAILURES = 3;

/** 1 bit a pixel is quick to encode; the decoder returns 4 bytes a pixel. */
const largePng = (): Uint8Array => {
  const row = new Uint8Array(SIDE / 8).fill(0xaa);
  const rows = Array.from({ length: SIDE }, () => row);
  return writePng({ width: SIDE, height: SIDE, bitDepth: 1, colorType: 0, rows });
};

/** Memories of the instances made from now on. */
const watchMemories = (): WebAssembly.Memory[] => {
  const memories: WebAssembly.Memory[] = [];
  const { Instance } = WebAssembly;
  vi.spyOn(WebAssembly, 'Instance').mockImplementation(function watch(module, imports) {
    const instance = new Instance(module, imports);
    const { memory } = instance.exports;
    if (memory instanceof WebAssembly.Memory) memories.push(memory);
    return instance;
  });
  return memories;
};

/** The decoder allocates the RGBA image before it finds the data broken. */
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
  it.each<[string, ImageData, number[]]>([
    [
      'grey',
      { width: 2, height: 1, channels: 1, data: Uint8Array.of(9, 200) },
      [9, 9, 9, 255, 200, 200, 200, 255],
    ],
    [
      'grey with alpha',
      { width: 2, height: 1, channels: 2, data: Uint8Array.of(9, 1, 200, 2) },
      [9, 9, 9, 1, 200, 200, 200, 2],
    ],
    ['colour', { width: 1, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3) }, [1, 2, 3, 255]],
    [
      'colour with alpha',
      { width: 1, height: 1, channels: 4, data: Uint8Array.of(1, 2, 3, 4) },
      [1, 2, 3, 4],
    ],
    [
      '16 bits, by their upper half',
      {
        width: 1,
        height: 1,
        channels: 4,
        depth: 16,
        data: Uint16Array.of(0x12ff, 0x3400, 0x5680, 0xffff),
      },
      [0x12, 0x34, 0x56, 0xff],
    ],
  ])('makes RGBA of %s', async (_, image, rgba) => {
    const { data } = await codecs.decode('image/png', encode(image));
    expect([...data]).toEqual(rgba);
  });

  it('refuses a file that is damaged', async () => {
    const file = encode({ width: 2, height: 1, channels: 4, data: new Uint8Array(8) });
    file[45] = (file[45] ?? 0) ^ 0xff;
    await expect(codecs.decode('image/png', file)).rejects.toThrow();
  });

  it('decodes a large file after failures, each with its own memory', async () => {
    const memories = watchMemories();
    const broken = brokenPng();
    for (let failure = 0; failure < FAILURES; failure += 1) {
      await expect(codecs.decode('image/png', broken)).rejects.toThrow();
    }
    const { width, height, data } = await codecs.decode('image/png', largePng());
    expect([width, height]).toEqual([SIDE, SIDE]);
    expect([...data.subarray(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
    // The engine has memories of its own, and smaller.
    const large = memories.filter(({ buffer }) => buffer.byteLength >= IMAGE_BYTES);
    expect(large.length).toBeGreaterThan(FAILURES);
  });
});
