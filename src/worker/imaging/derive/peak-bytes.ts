import { BYTES_PER_PIXEL, type Size } from '../../../shared/pixels.ts';
import { gifEncoderBytes } from '../encoders/encode-gif.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import { MAX_SIDE_PIXELS } from '../../../imaging/webp/format.ts';
import { HEAP_GROWTH, MIN_HEAP_BYTES } from './decoding-bytes.ts';
import type { DerivativePlan } from './derivative.ts';
import type { ImageHeader } from './inspect-image.ts';

/** Strips of 16 rows, and as many narrowed rows as the kernel is high. */
const ROW_BYTES_PER_SOURCE_PIXEL = 192;
/** Of the result: its planes or its pixels in the engine, and a copy. */
const DRAWN_COPIES = 3;

/** At most. Measured for noise at the highest quality. */
const ENCODERS = {
  'image/webp': { baseBytes: 4 * 1024 * 1024, heapBytesPerPixel: 12, fileBytesPerPixel: 7 },
  'image/jpeg': { baseBytes: 2 * 1024 * 1024, heapBytesPerPixel: 29, fileBytesPerPixel: 4 },
  'image/png': { baseBytes: 2 * 1024 * 1024, heapBytesPerPixel: 9, fileBytesPerPixel: 4 },
  'image/avif': { baseBytes: 6 * 1024 * 1024, heapBytesPerPixel: 41, fileBytesPerPixel: 4 },
} as const;

/** Of a format or its encoder. */
const MAX_SIDES_PIXELS: Readonly<Record<ImageType, number>> = {
  'image/webp': MAX_SIDE_PIXELS,
  'image/jpeg': 65_500,
  'image/gif': 65_535,
  'image/avif': 65_535,
  'image/png': Infinity,
};

/** Infinite for sides beyond the type's limit, and for an unsupported source. */
export function peakBytes(
  header: ImageHeader,
  fileBytes: number,
  { mimeType, size }: DerivativePlan,
): number {
  if (Math.max(size.width, size.height) > MAX_SIDES_PIXELS[mimeType]) return Infinity;
  const { storedSize } = header;
  const targetBytes = pixelBytes(size);
  const drawing =
    (header.isReduced ? header.decodingBytes : pixelBytes(storedSize)) +
    DRAWN_COPIES * targetBytes +
    ROW_BYTES_PER_SOURCE_PIXEL * (storedSize.width + storedSize.height);
  const encoding = targetBytes + encodingBytes(mimeType, size);
  return fileBytes + Math.max(header.decodingBytes, drawing, encoding);
}

function pixelBytes({ width, height }: Size): number {
  return width * height * BYTES_PER_PIXEL;
}

/** At most, beside the pixels. */
function encodingBytes(mimeType: ImageType, size: Size): number {
  if (mimeType === 'image/gif') return gifEncoderBytes(size);
  const area = size.width * size.height;
  const { baseBytes, heapBytesPerPixel, fileBytesPerPixel } = ENCODERS[mimeType];
  const heapBytes = HEAP_GROWTH * (baseBytes + area * heapBytesPerPixel);
  return Math.max(MIN_HEAP_BYTES, heapBytes) + area * fileBytesPerPixel;
}
