import { viewOf } from '../../shared/bytes.ts';
import { sliceExactly } from './slice-exactly.ts';

/** One marker of a JPEG with what belongs to it (ITU-T T.81, annex B). */
export interface JpegSegment {
  readonly marker: number;
  /** Without its length field. */
  readonly payload: Uint8Array;
  /** From the marker to the end; of a scan with its image data. */
  readonly whole: Uint8Array;
}

export const START_OF_SCAN = 0xda;
export const END_OF_IMAGE = 0xd9;
export const PROGRESSIVE_FRAME = 0xc2;
export const ADOBE = 0xee;
export const JFIF = 0xe0;
// A profile takes 255 at most, extended XMP one for each 64 KB, and a scan a few tables of its own.
export const MAX_SEGMENTS = 4096;
const HUFFMAN_TABLES = 0xc4;
const JPEG_EXTENSION = 0xc8;
const ARITHMETIC_CONDITIONS = 0xcc;
/** Quantization tables, restart interval, and the two that say what the components mean: JFIF and Adobe. */
const PIXEL_MARKERS: ReadonlySet<number> = new Set([0xdb, 0xdd, JFIF, ADOBE]);

/**
 * The segments up to the end of the image. Bytes between them that belong to none are skipped, as decoders do; the file
 * may end without its marker for that.
 * @throws {RangeError} when a segment is cut short, or there are more than any picture has.
 */
export function* walkJpegSegments(file: Uint8Array): Generator<JpegSegment> {
  const view = viewOf(file);
  let count = 0;
  for (let start = findMarker(file, 2); start >= 0;) {
    const marker = view.getUint8(start + 1);
    let end = start + 2;
    if (marker === END_OF_IMAGE) {
      yield { marker, payload: file.subarray(end, end), whole: file.subarray(start, end) };
      return;
    }
    if (!isStandalone(marker)) {
      count += 1;
      if (count > MAX_SEGMENTS) throw new RangeError('There are too many segments');
      const length = view.getUint16(end);
      if (length < 2) throw new RangeError('A segment is shorter than its own length field');
      const payload = sliceExactly(file, end + 2, length - 2);
      end += length;
      if (marker === START_OF_SCAN) end = findScanEnd(file, end);
      yield { marker, payload, whole: file.subarray(start, end) };
    }
    start = findMarker(file, end);
  }
}

/** The components that a scan's header names (annex B.2.3). */
export function readScannedIds(payload: Uint8Array): ReadonlySet<number> {
  return new Set(
    payload.subarray(1, 1 + (payload[0] ?? 0) * 2).filter((_, index) => index % 2 === 0),
  );
}

/** SOF0 to SOF15 without those that share the range. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !isTable(marker) && marker !== JPEG_EXTENSION;
}

/** What a decoder must know besides frame and scans. */
export function isTable(marker: number): boolean {
  return marker === HUFFMAN_TABLES || marker === ARITHMETIC_CONDITIONS || PIXEL_MARKERS.has(marker);
}

/** The offset of the next 0xff that a marker follows; -1 when there is none. */
function findMarker(file: Uint8Array, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    // More of the same are fill bytes, and a zero marks a byte of image data.
    if (file[at] === 0xff && file[at + 1] !== 0xff && file[at + 1] !== 0) return at;
  }
  return -1;
}

/** Image data end at a marker that restarts nothing. */
function findScanEnd(file: Uint8Array, from: number): number {
  let at = findMarker(file, from);
  while (at >= 0 && isStandalone(file[at + 1] ?? 0)) at = findMarker(file, at + 2);
  return at < 0 ? file.length : at;
}

/** TEM, the restart markers and SOI. */
export function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
