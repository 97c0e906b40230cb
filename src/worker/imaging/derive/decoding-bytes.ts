import { viewOf } from '../../../shared/bytes.ts';
import { BYTES_PER_PIXEL } from '../../../shared/pixels.ts';
import { pngHeapBytes } from '../../../imaging/decoders/decode-png.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import {
  isFrameHeader,
  PROGRESSIVE_FRAME,
  START_OF_SCAN,
  walkJpegSegments,
} from '../../../imaging/source/jpeg-segments.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { readWebpChunks } from '../../../imaging/source/webp-header.ts';
import { FOURCC } from '../../../imaging/webp/format.ts';

/** Initial heap of an Emscripten codec. */
export const MIN_HEAP_BYTES = 16.2 * 1024 * 1024;
/** A heap grows by at least a twentieth. */
export const HEAP_GROWTH = 1.06;

/** Constant, and for each pixel of a row. */
const DECODER_BYTES = 1.5 * 1024 * 1024;
const DECODER_ROW_BYTES = 300;
const COEFFICIENT_BYTES = 2;
/** The engine for a JPEG: constant, and rows of an MCU and of the resampler for each pixel of a row. */
const ENGINE_BYTES = 3 * 1024 * 1024;
const ENGINE_ROW_BYTES = 160;
/** Longest side of an MCU (ITU-T T.81, annex A.2). */
const MAX_UNIT_PIXELS = 32;
// Measured for noise of 10 bits a channel: the image in YUV and its reference frames. Alpha has its own plane.
const AVIF_BYTES_PER_PIXEL = 56;
const AVIF_ALPHA_BYTES_PER_PIXEL = 90;

/**
 * At most, beside the file: its normalized copy, the decoder's heap with two more copies, and the pixels, except for those of
 * a JPEG, which is decoded at the wanted size.
 * @throws {RangeError} when the headers are broken.
 */
export function decodingBytes(mimeType: ImageType, info: SourceInfo, file: Uint8Array): number {
  const area = info.width * info.height;
  const pixelBytes = area * BYTES_PER_PIXEL;
  const heap = (bytes: number): number =>
    Math.max(
      MIN_HEAP_BYTES,
      HEAP_GROWTH * (DECODER_BYTES + DECODER_ROW_BYTES * info.width + 2 * file.length + bytes),
    );
  switch (mimeType) {
    case 'image/gif':
      return pixelBytes + area + file.length;
    case 'image/png':
      return pixelBytes + file.length + pngHeapBytes(file);
    case 'image/webp':
      return pixelBytes * (info.animated ? 2 : 1) + file.length + heap(webpBytes(info, file));
    case 'image/avif':
      return (
        pixelBytes +
        (info.aperture === null ? 0 : pixelBytes) +
        file.length +
        heap(area * (info.hasAlpha ? AVIF_ALPHA_BYTES_PER_PIXEL : AVIF_BYTES_PER_PIXEL))
      );
    case 'image/jpeg':
      return file.length + ENGINE_BYTES + ENGINE_ROW_BYTES * info.width + coefficientBytes(file);
  }
}

/** Lossless coding holds the image again as words, and so, in part, does alpha. */
function webpBytes(info: SourceInfo, file: Uint8Array): number {
  const isPlain = !info.hasAlpha && !info.animated && readWebpChunks(file).has(FOURCC.VP8);
  return info.width * info.height * BYTES_PER_PIXEL * (isPlain ? 1 : 2);
}

/** All coefficients are held if they come in several scans. */
function coefficientBytes(file: Uint8Array): number {
  if (!hasSeveralScans(file)) return 0;
  for (const { marker, payload } of walkJpegSegments(file)) {
    if (isFrameHeader(marker)) return COEFFICIENT_BYTES * countSamples(viewOf(payload));
  }
  throw new RangeError('There is no image');
}

function hasSeveralScans(file: Uint8Array): boolean {
  let components = 0;
  for (const { marker, payload } of walkJpegSegments(file)) {
    if (marker === PROGRESSIVE_FRAME) return true;
    if (isFrameHeader(marker)) components = payload[5] ?? 0;
    if (marker === START_OF_SCAN) return (payload[0] ?? 0) < components;
  }
  return false;
}

function countSamples(frame: DataView): number {
  const padded = (side: number): number => Math.ceil(side / MAX_UNIT_PIXELS) * MAX_UNIT_PIXELS;
  const [height, width] = [padded(frame.getUint16(1)), padded(frame.getUint16(3))];
  const factors = Array.from({ length: frame.getUint8(5) }, (_, index) =>
    frame.getUint8(7 + index * 3),
  );
  const widest = Math.max(...factors.map((factor) => factor >> 4));
  const tallest = Math.max(...factors.map((factor) => factor & 0x0f));
  return factors.reduce(
    (sum, factor) =>
      sum + (width * (factor >> 4) * height * (factor & 0x0f)) / (widest * tallest || 1),
    0,
  );
}
