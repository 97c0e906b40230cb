import { convertIndexedToRgb, decode, type DecodedPng, hasPngSignature } from 'fast-png';

import { viewOf } from '../../lib/bytes.ts';
import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../lib/pixels.ts';

const IHDR_WIDTH_OFFSET = 16;
const IHDR_END_OFFSET = 24;

/** The size that a PNG's header states (PNG, 11.2.1); null if the file is not a PNG. */
export function readPngSize(file: Uint8Array): Size | null {
  if (file.length < IHDR_END_OFFSET || !hasPngSignature(file)) return null;
  const view = viewOf(file);
  return {
    width: view.getUint32(IHDR_WIDTH_OFFSET),
    height: view.getUint32(IHDR_WIDTH_OFFSET + 4),
  };
}

/**
 * Decodes a PNG.
 * @throws {Error} on anything broken, and on a colour key or packed greys, which marks do not use.
 */
export function readPng(file: Uint8Array): Pixels {
  const png = decode(file, { checkCrc: true });
  const isPacked = png.palette === undefined && png.depth < 8;
  if (isPacked || (png.transparency?.length ?? 0) > 0) throw new TypeError('Unusual kind of PNG');
  const { data: samples, channels } = readSamples(png);
  const depthShift = png.depth === 16 ? 8 : 0;
  const colors = channels < 3 ? 1 : 3;
  const count = png.width * png.height;
  const data = new Uint8ClampedArray(count * BYTES_PER_PIXEL).fill(255);
  for (let i = 0; i < count; i += 1) {
    const at = i * channels;
    for (let channel = 0; channel < 3; channel += 1) {
      data[BYTES_PER_PIXEL * i + channel] =
        (samples[at + Math.min(channel, colors - 1)] ?? 0) >> depthShift;
    }
    if (channels > colors)
      data[BYTES_PER_PIXEL * i + 3] = (samples[at + colors] ?? 0) >> depthShift;
  }
  return { width: png.width, height: png.height, data };
}

function readSamples(png: DecodedPng): { data: ArrayLike<number>; channels: number } {
  if (png.palette === undefined) return png;
  return { data: convertIndexedToRgb(png), channels: png.palette[0]?.length ?? 0 };
}
