import { viewOf } from '../../shared/bytes.ts';
import type { Size } from '../../shared/pixels.ts';
import { type BitstreamHeader, isImage, parseImageHeader } from '../webp/bitstream.ts';
import {
  CHUNK_HEADER_BYTES,
  FOURCC,
  paddedLength,
  readUint24,
  RIFF_HEADER_BYTES,
  VP8X_FLAG,
} from '../webp/format.ts';
import { sliceExactly } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

const KNOWN_TAGS: ReadonlySet<number> = new Set(Object.values(FOURCC));
/** Browsers ignore the EXIF orientation of a WebP. */
const UPRIGHT = 1;

/** @throws {RangeError} when its chunks are broken, or canvas and image of a still differ in size. */
export function readWebpHeader(file: Uint8Array): SourceInfo {
  const chunks = readWebpChunks(file);
  const flags = chunks.get(FOURCC.VP8X)?.[0] ?? 0;
  const isAnimation = (flags & VP8X_FLAG.ANIMATION) !== 0;
  const animated = isAnimation || chunks.has(FOURCC.ANIM) || chunks.has(FOURCC.ANMF);
  const image = readBitstream(chunks);
  const { width, height } = readSize(chunks, image, animated);
  const profile = chunks.get(FOURCC.ICCP);
  return {
    width,
    height,
    animated,
    hasAlpha:
      (flags & VP8X_FLAG.ALPHA) !== 0 || chunks.has(FOURCC.ALPH) || image?.hasAlpha === true,
    orientation: UPRIGHT,
    color: profile === undefined ? { kind: 'srgb' } : { kind: 'icc', profile, isGray: false },
    aperture: null,
    obstacle: null,
  };
}

/** RFC 9649, section 2.3. Keeps the first chunk of a type, and one image chunk at most. */
export function readWebpChunks(file: Uint8Array): Map<number, Uint8Array> {
  const view = viewOf(file);
  const chunks = new Map<number, Uint8Array>();
  const end = Math.min(file.length, CHUNK_HEADER_BYTES + view.getUint32(4, true));
  let offset = RIFF_HEADER_BYTES;
  while (offset + CHUNK_HEADER_BYTES <= end) {
    const tag = view.getUint32(offset, true);
    const length = view.getUint32(offset + 4, true);
    const isSecondImage = isImage(tag) && (chunks.has(FOURCC.VP8) || chunks.has(FOURCC.VP8L));
    if (KNOWN_TAGS.has(tag) && !chunks.has(tag) && !isSecondImage) {
      chunks.set(tag, sliceExactly(file, offset + CHUNK_HEADER_BYTES, length));
    }
    offset += CHUNK_HEADER_BYTES + paddedLength(length);
  }
  return chunks;
}

function readBitstream(chunks: ReadonlyMap<number, Uint8Array>): BitstreamHeader | null {
  const tag = chunks.has(FOURCC.VP8) ? FOURCC.VP8 : FOURCC.VP8L;
  const payload = chunks.get(tag);
  return payload === undefined ? null : parseImageHeader(tag, viewOf(payload), payload.length);
}

function readSize(
  chunks: ReadonlyMap<number, Uint8Array>,
  image: Size | null,
  animated: boolean,
): Size {
  const canvas = readCanvas(chunks);
  const size = animated ? (canvas ?? image) : image;
  if (size === null) throw new RangeError('There is no image data');
  if (canvas !== null && (canvas.width !== size.width || canvas.height !== size.height)) {
    throw new RangeError('The canvas and the image differ in size');
  }
  return size;
}

function readCanvas(chunks: ReadonlyMap<number, Uint8Array>): Size | null {
  const extended = chunks.get(FOURCC.VP8X);
  if (extended === undefined) return null;
  const view = viewOf(extended);
  return { width: readUint24(view, 4) + 1, height: readUint24(view, 7) + 1 };
}
