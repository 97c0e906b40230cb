import { joinBytes, viewOf } from '../../../lib/bytes.ts';
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
/** As much padding may stand behind the image data of a scan; where more is left, they are damaged. */
export const MAX_SURPLUS_BYTES = 64;
const END_OF_IMAGE = 0xd9;
const COEFFICIENTS = 64;
const HUFFMAN_TABLES = 0xc4;
const JPEG_EXTENSION = 0xc8;
const ARITHMETIC_CONDITIONS = 0xcc;
/** Quantization tables, restart interval, and the two that say what the components mean: JFIF and Adobe. */
const PIXEL_MARKERS: ReadonlySet<number> = new Set([0xdb, 0xdd, 0xe0, 0xee]);

/**
 * The segments up to the end of the image. Bytes between them that belong to none are skipped, as decoders do; the file
 * may end without its marker for that.
 * @throws {RangeError} when a segment is cut short.
 */
export function* walkJpegSegments(file: Uint8Array): Generator<JpegSegment> {
  const view = viewOf(file);
  for (let start = findMarker(file, 2); start >= 0;) {
    const marker = view.getUint8(start + 1);
    let end = start + 2;
    if (marker === END_OF_IMAGE) {
      yield { marker, payload: file.subarray(end, end), whole: file.subarray(start, end) };
      return;
    }
    if (!isStandalone(marker)) {
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

/**
 * The same picture without metadata and stray bytes, and with an end. The decoder tells its first complaint alone, so
 * it must find nothing harmless to complain about.
 * @throws {RangeError} when a segment is cut short.
 */
export function keepPixelSegments(file: Uint8Array): Uint8Array {
  const segments = [...walkJpegSegments(file)];
  if (hasGap(segments)) throw new RangeError('Something between the scans is damaged');
  const hasEnd = segments.at(-1)?.marker === END_OF_IMAGE;
  if (!hasEnd && lacksScans(segments)) throw new RangeError('The image data end too early');
  const kept = segments
    .filter(({ marker }) => isTable(marker) || isFrameHeader(marker) || marker === START_OF_SCAN)
    .map(({ whole }) => whole);
  return joinBytes([file.subarray(0, 2), ...kept, Uint8Array.of(0xff, END_OF_IMAGE)]);
}

/** Whether more than padding stands between two scans and belongs to nothing. */
function hasGap(segments: readonly JpegSegment[]): boolean {
  const firstScan = segments.findIndex(({ marker }) => marker === START_OF_SCAN);
  return segments.slice(firstScan).some(({ whole }, index, scans) => {
    const before = scans[index - 1]?.whole ?? whole;
    return whole.byteOffset - before.byteOffset - before.length > MAX_SURPLUS_BYTES;
  });
}

/** Whether any coefficient of any component is missing, or its last bits (annexes B.2.3 and G.1.1). */
function lacksScans(segments: readonly JpegSegment[]): boolean {
  const frame = segments.find(({ marker }) => isFrameHeader(marker))?.payload ?? new Uint8Array();
  const missingBits = new Map<number, Uint8Array>();
  for (let at = 6; at < frame.length; at += 3) {
    missingBits.set(frame[at] ?? 0, new Uint8Array(COEFFICIENTS).fill(1));
  }
  for (const { payload } of segments.filter(({ marker }) => marker === START_OF_SCAN)) {
    const count = payload[0] ?? 0;
    const [first = 0, last = 0, approximation = 0] = payload.subarray(1 + count * 2);
    for (let index = 0; index < count; index += 1) {
      const bits = missingBits.get(payload[1 + index * 2] ?? 0);
      bits?.fill(approximation & 0x0f, first, last + 1);
    }
  }
  return [...missingBits.values()].some((bits) => bits.some((count) => count > 0));
}

/** SOF0 to SOF15 without those that share the range. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !isTable(marker) && marker !== JPEG_EXTENSION;
}

function isTable(marker: number): boolean {
  return marker === HUFFMAN_TABLES || marker === ARITHMETIC_CONDITIONS || PIXEL_MARKERS.has(marker);
}

/** The offset of the next 0xff that a marker follows; -1 when there is none. */
function findMarker(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    // More of the same are fill bytes, and a zero marks a byte of image data.
    if (next !== 0xff && next !== 0) return next === undefined ? -1 : at;
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
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
