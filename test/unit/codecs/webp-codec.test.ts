import { describe, expect, it } from 'vitest';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { createNodeEngine } from './fixtures/node-engine.ts';

const WIDTH = 37;
const HEIGHT = 21;
/** Of a flat colour, by lossy coding. */
const LOSS = 3;

describe('the WebP codec', () => {
  it.each([
    ['lossy', 200],
    ['lossy', 255],
    ['lossless', 200],
    ['lossless', 255],
  ])('hands over the planes of a %s picture of odd size and alpha %d', async (kind, alpha) => {
    const engine = await createNodeEngine();
    const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
    for (let at = 0; at < rgba.length; at += 4) rgba.set([255, 0, 0, alpha], at);
    const options = { ...defaultOptions, lossless: kind === 'lossless' ? 1 : 0 };
    const { value: file } = await engine.encoders['image/webp'].use((codec) =>
      codec.encode(rgba, WIDTH, HEIGHT, options),
    );
    const size = { width: WIDTH, height: HEIGHT };
    const { value: planes } = await engine.webp.use((codec) =>
      codec.decode([file ?? new Uint8Array()], size),
    );
    const isNear = (plane: Uint8Array, value: number): boolean =>
      plane.every((sample) => Math.abs(sample - value) <= LOSS);
    if (planes === null) throw new Error('not decoded');
    const squares = Math.ceil(WIDTH / 2) * Math.ceil(HEIGHT / 2);
    expect([planes.y.length, planes.u.length]).toEqual([WIDTH * HEIGHT, squares]);
    expect(isNear(planes.y, 82) && isNear(planes.u, 90) && isNear(planes.v, 240)).toBe(true);
    expect(planes.alpha === null ? 255 : Math.min(...planes.alpha)).toBe(alpha);
    expect(planes.alpha?.length ?? 0).toBe(alpha === 255 ? 0 : WIDTH * HEIGHT);
  });

  it('refuses a file of another size than its headers say', async () => {
    const engine = await createNodeEngine();
    const { value: file } = await engine.encoders['image/webp'].use((codec) =>
      codec.encode(new Uint8ClampedArray(400), 10, 10, defaultOptions),
    );
    const size = { width: 10, height: 11 };
    const decoded = await engine.webp.use((codec) =>
      codec.decode([file ?? new Uint8Array()], size),
    );
    expect(decoded).toEqual({ value: null, outOfMemory: false });
  });
});
