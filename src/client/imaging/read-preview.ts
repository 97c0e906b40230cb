import { readExifOrientation } from '../../imaging/source/exif-orientation.ts';
import { EXIF_SIGNATURE } from '../../imaging/source/exif-signature.ts';
import { readJpegHeader } from '../../imaging/source/jpeg-header.ts';
import { walkJpegSegments } from '../../imaging/source/jpeg-segments.ts';
import { sliceExactly, startsWithAscii } from '../../imaging/source/slice-exactly.ts';
import { joinBytes, viewOf } from '../../shared/bytes.ts';

export const PREVIEW_HEAD_BYTES = 131_072;

/** Usual are 20,000. Decoding a larger one is as slow as decoding its photograph. */
const MAX_PREVIEW_PIXELS = 4_000_000;
const APP1 = 0xe1;
const LITTLE_ENDIAN = 0x4949;
const ENTRY_BYTES = 12;
const PREVIEW_OFFSET_TAG = 0x0201;
const PREVIEW_LENGTH_TAG = 0x0202;

/** EXIF 2.32, section 4.8; oriented as the photograph. `head` is the beginning of the file. */
export function readPreview(head: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    for (const { marker, payload } of walkJpegSegments(head)) {
      if (marker !== APP1 || !startsWithAscii(payload, EXIF_SIGNATURE)) continue;
      const tiff = payload.subarray(EXIF_SIGNATURE.length);
      const preview = findPreview(tiff);
      return preview === null ? null : markOrientation(preview, readExifOrientation(tiff));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** The second directory describes the thumbnail. */
function findPreview(tiff: Uint8Array): Uint8Array | null {
  const view = viewOf(tiff);
  const isLittle = view.getUint16(0) === LITTLE_ENDIAN;
  const first = view.getUint32(4, isLittle);
  const afterFirst = first + 2 + view.getUint16(first, isLittle) * ENTRY_BYTES;
  const second = view.getUint32(afterFirst, isLittle);
  if (second === 0) return null;
  const values = new Map<number, number>();
  for (let index = 0; index < view.getUint16(second, isLittle); index += 1) {
    const entry = second + 2 + index * ENTRY_BYTES;
    values.set(view.getUint16(entry, isLittle), view.getUint32(entry + 8, isLittle));
  }
  const offset = values.get(PREVIEW_OFFSET_TAG);
  const length = values.get(PREVIEW_LENGTH_TAG);
  if (offset === undefined || length === undefined) return null;
  const preview = sliceExactly(tiff, offset, length);
  if (viewOf(preview).getUint16(0) !== 0xffd8) return null;
  const { width, height } = readJpegHeader(preview);
  return width * height <= MAX_PREVIEW_PIXELS ? preview : null;
}

/** Thumbnails are stored like their photograph and carry no orientation. */
function markOrientation(preview: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];
  const entry = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const length = 2 + exif.length + entry.length;
  return joinBytes([
    Uint8Array.of(0xff, 0xd8, 0xff, APP1, 0, length, ...exif, ...entry),
    preview.subarray(2),
  ]);
}
