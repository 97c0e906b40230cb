import type { Pixels } from '../../shared/pixels.ts';
import { readGifHeader, walkGifBlocks, type GifImage } from '../source/gif-header.ts';
import { decodeLzw } from './lzw.ts';

/** Rows of an interlaced image in the order in which they are stored (GIF89a, appendix E). */
const PASSES = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
] as const;

/** Draws the first image on a transparent canvas. @throws {RangeError} when its data is broken. */
export function decodeGif(file: Uint8Array): Pixels {
  const { width, height } = readGifHeader(file);
  const [image] = walkGifBlocks(file);
  if (!image?.palette) throw new RangeError('There is no palette');
  const { palette, transparentIndex } = image;
  const indices = decodeLzw(
    joinSubBlocks(file, image.dataOffset + 1),
    file[image.dataOffset] ?? 0,
    image.width * image.height,
  );
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [stored, row] of storedRows(image).entries()) {
    let from = stored * image.width;
    let to = ((image.top + row) * width + image.left) * 4;
    for (const end = from + image.width; from < end; from += 1) {
      const index = indices[from] ?? 0;
      if (index !== transparentIndex) {
        data[to] = palette[index * 3] ?? 0;
        data[to + 1] = palette[index * 3 + 1] ?? 0;
        data[to + 2] = palette[index * 3 + 2] ?? 0;
        data[to + 3] = 255;
      }
      to += 4;
    }
  }
  return { width, height, data };
}

/** Copies byte by byte: a file may have millions of one-byte blocks, too slow with `set`. */
function joinSubBlocks(file: Uint8Array, start: number): Uint8Array {
  const joined = new Uint8Array(file.length - start);
  let length = 0;
  let offset = start;
  for (;;) {
    const end = offset + 1 + (file[offset] ?? 0);
    if (end > file.length) throw new RangeError('The file ends too early');
    if (end === offset + 1) return joined.subarray(0, length);
    for (offset += 1; offset < end; offset += 1) {
      joined[length] = file[offset] ?? 0;
      length += 1;
    }
  }
}

function storedRows({ height, interlaced }: GifImage): number[] {
  if (!interlaced) return Array.from({ length: height }, (_, row) => row);
  return PASSES.flatMap(({ first, step }) =>
    Array.from(
      { length: Math.max(0, Math.ceil((height - first) / step)) },
      (_, index) => first + index * step,
    ),
  );
}
