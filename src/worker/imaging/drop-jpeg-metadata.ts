import { walkJpegSegments } from '../../imaging/source/jpeg-segments.ts';

const SIGNATURE_BYTES = 2;
/** EXIF and XMP, IPTC, and comments. */
const METADATA_MARKERS: ReadonlySet<number> = new Set([0xe1, 0xed, 0xfe]);

/** Works in the memory of `file`, as a copy may not fit. @throws {RangeError} when a segment is cut short. */
export function dropJpegMetadata(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // The walk never reads back, so overwriting earlier bytes is safe.
  let end = SIGNATURE_BYTES;
  for (const { marker, whole } of walkJpegSegments(file)) {
    if (METADATA_MARKERS.has(marker)) continue;
    file.set(whole, end);
    end += whole.length;
  }
  return file.subarray(0, end);
}
