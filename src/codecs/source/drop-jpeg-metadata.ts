import { joinBytes } from '../../lib/bytes.ts';
import { walkJpegSegments } from './jpeg-segments.ts';

const SIGNATURE_BYTES = 2;
/** EXIF and XMP, IPTC, and comments. */
const METADATA_MARKERS: ReadonlySet<number> = new Set([0xe1, 0xed, 0xfe]);

/**
 * The same JPEG without what people write into it; its profile stays.
 * @throws {RangeError} when a segment is cut short.
 */
export function dropJpegMetadata(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = [...walkJpegSegments(file)].filter(({ marker }) => !METADATA_MARKERS.has(marker));
  return joinBytes([file.subarray(0, SIGNATURE_BYTES), ...kept.map(({ whole }) => whole)]);
}
