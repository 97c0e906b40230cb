import { viewOf } from '../../../shared/bytes.ts';
import { BYTES_PER_PIXEL } from '../../../shared/pixels.ts';
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
/** The engine for what it reads in rows: constant, and rows of blocks and of the resampler for each pixel of a row. */
const ENGINE_BYTES = 3 * 1024 * 1024;
const ENGINE_ROW_BYTES = 160;
/** Rows that libwebp hands out together. */
const WEBP_ROW_BYTES = 128;
/** In the header, the first chunk of a PNG (third edition, 11.2.1). */
const INTERLACE_OFFSET = 28;
/** Longest side of an MCU (ITU-T T.81, annex A.2). */
const MAX_UNIT_PIXELS = 32;
// Measured for noise of 10 bits a channel: the image in YUV and its reference frames. Alpha has its own plane.
const AVIF_BYTES_PER_PIXEL = 56;
const AVIF_ALPHA_BYTES_PER_PIXEL = 90;

/**
 * At most, beside the file: its normalized copy, the decoder's heap with two more copies, and the pixels of what is not
 * reduced.
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
  const readingBytes = file.length + ENGINE_BYTES + ENGINE_ROW_BYTES * info.width;
  switch (mimeType) {
    case 'image/gif':
      return pixelBytes + area + file.length;
    case 'image/png':
      return readingBytes + file.length + (isInterlaced(file) ? pixelBytes : 0);
    case 'image/webp':
      if (info.animated) return 2 * pixelBytes + file.length + heap(2 * pixelBytes);
      if (readPlainVp8(info, file) !== null) return readingBytes;
      return readingBytes + WEBP_ROW_BYTES * info.width + keptWebpBytes(file) * area;
    case 'image/avif':
      return (
        pixelBytes +
        (info.aperture === null ? 0 : pixelBytes) +
        file.length +
        heap(area * (info.hasAlpha ? AVIF_ALPHA_BYTES_PER_PIXEL : AVIF_BYTES_PER_PIXEL))
      );
    case 'image/jpeg':
      return readingBytes + coefficientBytes(file);
  }
}

/** Whether the file is decoded in rows, which are drawn at the wanted size at once. */
export function isReduced(mimeType: ImageType, info: SourceInfo): boolean {
  if (mimeType === 'image/webp') return !info.animated;
  return mimeType === 'image/jpeg' || mimeType === 'image/png';
}

/** All rows of such a PNG are held until the last pass. */
function isInterlaced(file: Uint8Array): boolean {
  return file[INTERLACE_OFFSET] !== 0;
}

/** For each pixel: words of a lossless image. Transparency of a lossy one is coded as such an image, and held once more. */
function keptWebpBytes(file: Uint8Array): number {
  return readWebpChunks(file).has(FOURCC.VP8L) ? BYTES_PER_PIXEL : BYTES_PER_PIXEL + 1;
}

/** The data of a lossy WebP without transparency or motion: its luma and chroma are resized. */
export function readPlainVp8(info: SourceInfo, file: Uint8Array): Uint8Array | null {
  if (info.hasAlpha || info.animated) return null;
  return readWebpChunks(file).get(FOURCC.VP8) ?? null;
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
