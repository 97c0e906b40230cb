import {
  CHUNK_HEADER_BYTES,
  paddedLength,
  readUint24,
  RIFF_HEADER_BYTES,
  VP8X_FLAG,
} from '../webp/format.ts';
import { viewOf } from '../../lib/bytes.ts';
import type { Size } from '../../lib/pixels.ts';
import { readExifOrientation } from './exif-orientation.ts';
import { readAscii, sliceExactly } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

/** In the bits that follow the signature. */
const ALPHA_IS_USED = 1 << 28;

/**
 * Size, orientation, animation and colour of a WebP.
 * @throws {RangeError} when its chunks are broken.
 */
export function readWebpHeader(file: Uint8Array): SourceInfo {
  const chunks = readWebpChunks(file);
  const flags = chunks.get('VP8X')?.[0] ?? 0;
  const profile = chunks.get('ICCP');
  return {
    ...readSize(chunks),
    animated: (flags & VP8X_FLAG.ANIMATION) !== 0 || chunks.has('ANIM') || chunks.has('ANMF'),
    hasAlpha: (flags & VP8X_FLAG.ALPHA) !== 0 || chunks.has('ALPH') || hasLosslessAlpha(chunks),
    orientation: readExifOrientation(stripExifSignature(chunks.get('EXIF') ?? new Uint8Array())),
    color: profile === undefined ? { kind: 'srgb' } : { kind: 'icc', profile, isGray: false },
    aperture: null,
    obstacle: null,
  };
}

/** The first chunk of every type (RFC 9649, section 2.3). */
export function readWebpChunks(file: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(file);
  const chunks = new Map<string, Uint8Array>();
  const end = Math.min(file.length, CHUNK_HEADER_BYTES + view.getUint32(4, true));
  let offset = RIFF_HEADER_BYTES;
  while (offset + CHUNK_HEADER_BYTES <= end) {
    const type = readAscii(file, offset, 4);
    const length = view.getUint32(offset + 4, true);
    if (!chunks.has(type))
      chunks.set(type, sliceExactly(file, offset + CHUNK_HEADER_BYTES, length));
    offset += CHUNK_HEADER_BYTES + paddedLength(length);
  }
  return chunks;
}

function readSize(chunks: Map<string, Uint8Array>): Size {
  const extended = chunks.get('VP8X');
  if (extended !== undefined) {
    const view = viewOf(extended);
    return { width: readUint24(view, 4) + 1, height: readUint24(view, 7) + 1 };
  }
  const lossless = chunks.get('VP8L');
  if (lossless !== undefined) {
    const bits = viewOf(lossless).getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const lossy = chunks.get('VP8 ');
  if (lossy === undefined) throw new RangeError('There is no image data');
  const view = viewOf(lossy);
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

/** RFC 9649, section 3.4. */
function hasLosslessAlpha(chunks: Map<string, Uint8Array>): boolean {
  const header = chunks.get('VP8L');
  return header !== undefined && (viewOf(header).getUint32(1, true) & ALPHA_IS_USED) !== 0;
}

/** Some writers put JPEG's signature before the TIFF header. */
function stripExifSignature(chunk: Uint8Array): Uint8Array {
  return chunk.length > 6 && readAscii(chunk, 0, 6) === 'Exif\0\0' ? chunk.subarray(6) : chunk;
}
