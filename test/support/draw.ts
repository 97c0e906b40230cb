import type { PixelCodecs } from '../../src/client/imaging/codecs/codecs.ts';

/** A WebP source with enough detail for parts of several packets; each `seed` makes another picture. */
export const drawSource = async (
  codecs: Pick<PixelCodecs, 'encodeWebp'>,
  seed: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array<ArrayBuffer>> => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const [x, y] = [index % width, Math.floor(index / width)];
    const at = index * 4;
    data[at] = (x * y * seed) % 251;
    data[at + 1] = x + seed;
    data[at + 2] = y;
    data[at + 3] = 255;
  }
  return codecs.encodeWebp({ width, height, data }, 90);
};
