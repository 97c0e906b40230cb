import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { Pixels } from '../../../src/shared/pixels.ts';
import { createNodeEngine } from './fixtures/node-engine.ts';

const WIDTH = 37;
const HEIGHT = 21;
/** Coding loss of a flat colour. */
const LOSS = 3;

describe('the WebP codec', () => {
  it.each([
    ['lossy', 200],
    ['lossy', 255],
    ['lossless', 200],
    ['lossless', 255],
  ])('passes on the planes of a %s image of odd size and alpha %d', async (kind, alpha) => {
    const engine = await createNodeEngine();
    const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
    for (let at = 0; at < rgba.length; at += 4) rgba.set([255, 0, 0, alpha], at);
    const raw = { width: WIDTH, height: HEIGHT, channels: 4 } as const;
    const file = await sharp(rgba, { raw })
      .webp({ lossless: kind === 'lossless' })
      .toBuffer();
    const size = { width: WIDTH, height: HEIGHT };
    const { value: planes } = engine.picture.attempt((held) => held.decodePlanes([file], size));
    const isNear = (plane: Uint8Array, value: number): boolean =>
      plane.every((sample) => Math.abs(sample - value) <= LOSS);
    if (planes === null) throw new Error('not decoded');
    const squares = Math.ceil(WIDTH / 2) * Math.ceil(HEIGHT / 2);
    expect([planes.y.length, planes.u.length]).toEqual([WIDTH * HEIGHT, squares]);
    expect(isNear(planes.y, 82) && isNear(planes.u, 90) && isNear(planes.v, 240)).toBe(true);
    expect(planes.alpha === null ? 255 : Math.min(...planes.alpha)).toBe(alpha);
    expect(planes.alpha?.length ?? 0).toBe(alpha === 255 ? 0 : WIDTH * HEIGHT);
  });

  it('refuses a file of another size than declared', async () => {
    const engine = await createNodeEngine();
    const create = { width: 10, height: 10, channels: 3, background: 'red' } as const;
    const file = await sharp({ create }).webp().toBuffer();
    const size = { width: 10, height: 11 };
    const decoded = engine.picture.attempt((held) => held.decodePlanes([file], size));
    expect(decoded).toEqual({ value: null, outOfMemory: false });
  });

  it.each([200, 255])('decodes pixels of alpha %d like native libwebp', async (alpha) => {
    const engine = await createNodeEngine();
    const file = await sharp(drawGradient(alpha), { raw: RAW }).webp({ quality: 70 }).toBuffer();
    const { value } = engine.picture.attempt((held) => held.decodeWebp(file));
    const { data } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([value?.width, value?.height]).toEqual([WIDTH, HEIGHT]);
    expect([...(value?.data ?? [])]).toEqual([...data]);
  });

  it('encodes pixels without alpha like native libwebp', async () => {
    const engine = await createNodeEngine();
    const pixels: Pixels = { width: WIDTH, height: HEIGHT, data: drawGradient(90) };
    const { value: file } = engine.picture.attempt((held) =>
      held.encode(held.hold(pixels), 70, { withAlpha: false }),
    );
    const opaque = await sharp(pixels.data, { raw: RAW }).removeAlpha().toBuffer();
    const raw = { ...RAW, channels: 3 } as const;
    const expected = await sharp(opaque, { raw }).webp({ quality: 70, effort: 4 }).toBuffer();
    expect(await readRgb(file ?? new Uint8Array())).toEqual(await readRgb(expected));
  });

  it('encodes to the bytes of native libwebp at every quality', async () => {
    const engine = await createNodeEngine();
    const pixels = drawAllContrasts();
    const { width, height, data } = pixels;
    const opaque = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    for (const quality of [1, 20, 50, 80, 95, 100]) {
      const { value } = engine.picture.attempt((held) =>
        held.encode(held.hold(pixels), quality, { withAlpha: false }),
      );
      const expected = await opaque.clone().webp({ quality, effort: 4 }).toBuffer();
      expect(sha256(value ?? new Uint8Array()), `quality ${quality}`).toBe(sha256(expected));
    }
  });
});

const RAW = { width: WIDTH, height: HEIGHT, channels: 4 } as const;

const drawGradient = (alpha: number): Uint8ClampedArray<ArrayBuffer> => {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let at = 0; at < data.length; at += 4) data.set([at % 251, at % 83, at % 7, alpha], at);
  return data;
};

/** Squares, smoother downwards, with more contrast to the right. */
const drawAllContrasts = (): Pixels => {
  const [width, height] = [208, 176];
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  let state = 0x9e37_79b9;
  for (let at = 0; at < data.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
    const wave = 128 + x * Math.sin((x * (at & 3)) / 9) * Math.cos((y * y) / 900);
    const noise = ((state & 0xff) - 128) * (x / width) * Math.max(0, 1 - y / 100) * 4;
    if ((at & 3) !== 3) data[at] = wave + noise;
  }
  return { width, height, data };
};

const sha256 = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex');

const readRgb = async (file: Uint8Array): Promise<number[]> => [
  ...(await sharp(file).removeAlpha().raw().toBuffer()),
];
