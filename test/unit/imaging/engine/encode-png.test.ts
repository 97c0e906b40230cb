import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Pixels, Size } from '../../../../src/shared/pixels.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';

const SIZES = [
  [1, 1],
  [1, 9000],
  [9000, 1],
  [257, 63],
  [1000, 700],
] as const;

/** Without a pattern that a filter or a match could shorten: the file is as long as it can be. */
function makeNoise({ width, height }: Size): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  let state = 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = state >>> 24;
  }
  return { width, height, data };
}

describe('the PNG encoder', () => {
  it('keeps each value of pixels of any size, also of noise', async () => {
    const { picture } = await createNodeEngine();
    for (const [width, height] of SIZES) {
      const pixels = makeNoise({ width, height });
      const file = picture.use((engine) => engine.encodePng(engine.hold(pixels)));
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width, height, channels: 4 });
      expect(Buffer.compare(data, Buffer.from(pixels.data.buffer))).toBe(0);
    }
  });

  it('writes nothing but header, data and end', async () => {
    const { picture } = await createNodeEngine();
    const pixels = makeNoise({ width: 300, height: 300 });
    const file = picture.use((engine) => engine.encodePng(engine.hold(pixels)));
    const types = new Set<string>();
    for (let at = 8; at < file.length;) {
      types.add(Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1'));
      at += 12 + Buffer.from(file).readUInt32BE(at);
    }
    expect([...types]).toEqual(['IHDR', 'IDAT', 'IEND']);
  });
});
