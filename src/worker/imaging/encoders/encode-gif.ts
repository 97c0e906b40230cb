import { GifWriter } from 'omggif';
import type { Pixels, Size } from '../../../shared/pixels.ts';
import { choosePalette } from './choose-palette.ts';

/** 12 bits for each pixel, a length byte for each 255 bytes, and headers. */
const FILE_BYTES_PER_PIXEL = 1.6;
const FILE_BYTES = 2048;
const INDEX_BYTES_PER_PIXEL = 1;
/** Counts and sums of colours. */
const PALETTE_BYTES = 4 * 1024 * 1024;

/** At most, beside the pixels. */
export function gifEncoderBytes({ width, height }: Size): number {
  return PALETTE_BYTES + fileBytes({ width, height }) * 2 + width * height * INDEX_BYTES_PER_PIXEL;
}

/** At most 256 colours; pixels with alpha below half become transparent. */
export function encodeGif(pixels: Pixels): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels;
  const { colors, indices, transparentIndex } = choosePalette(pixels);
  const buffer = new Uint8Array(fileBytes(pixels));
  const writer = new GifWriter(buffer, width, height, { palette: padToPowerOfTwo(colors) });
  // The writer only reads them by index.
  const samples = indices as unknown as number[];
  const options = transparentIndex === null ? {} : { transparent: transparentIndex };
  writer.addFrame(0, 0, width, height, samples, options);
  return buffer.slice(0, writer.end());
}

function fileBytes({ width, height }: Size): number {
  return FILE_BYTES + Math.ceil(width * height * FILE_BYTES_PER_PIXEL);
}

function padToPowerOfTwo(colors: readonly number[]): number[] {
  const length = 2 ** Math.max(1, Math.ceil(Math.log2(colors.length)));
  return [...colors, ...Array<number>(length - colors.length).fill(0)];
}
