import { readAscii, sliceExactly, viewOf } from './bytes.ts';
import { readExifOrientation } from './exif-orientation.ts';
import type { SourceInfo } from './source-info.ts';

const RIFF_HEADER_BYTES = 12;
const ANIMATION_FLAG = 0x02;

/** The first chunk of every type (RFC 9649, section 2.3). */
function readChunks(file: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(file);
  const chunks = new Map<string, Uint8Array>();
  const end = Math.min(file.length, 8 + view.getUint32(4, true));
  let offset = RIFF_HEADER_BYTES;
  while (offset + 8 <= end) {
    const type = readAscii(file, offset, 4);
    const length = view.getUint32(offset + 4, true);
    if (!chunks.has(type)) chunks.set(type, sliceExactly(file, offset + 8, length));
    offset += 8 + length + (length % 2);
  }
  return chunks;
}

function readSize(chunks: Map<string, Uint8Array>): { width: number; height: number } {
  const extended = chunks.get('VP8X');
  if (extended !== undefined) {
    const view = viewOf(extended);
    const uint24 = (at: number): number =>
      view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    return { width: uint24(4) + 1, height: uint24(7) + 1 };
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

/** Some writers put JPEG's signature before the TIFF header. */
function stripExifSignature(chunk: Uint8Array): Uint8Array {
  return chunk.length > 6 && readAscii(chunk, 0, 6) === 'Exif\0\0' ? chunk.subarray(6) : chunk;
}

/** Size, orientation, animation and colour of a WebP. Throws RangeError when its chunks are broken. */
export function readWebpHeader(file: Uint8Array): SourceInfo {
  const chunks = readChunks(file);
  const flags = chunks.get('VP8X')?.[0] ?? 0;
  const profile = chunks.get('ICCP');
  return {
    ...readSize(chunks),
    animated: (flags & ANIMATION_FLAG) !== 0 || chunks.has('ANIM') || chunks.has('ANMF'),
    orientation: readExifOrientation(stripExifSignature(chunks.get('EXIF') ?? new Uint8Array())),
    color: profile === undefined ? { kind: 'srgb' } : { kind: 'icc', profile },
    aperture: null,
  };
}
