import { viewOf } from '../../shared/bytes.ts';
import { sliceExactly } from './slice-exactly.ts';

/** ITU-T T.81, annex B. */
export interface JpegSegment {
  readonly marker: number;
  /** Without its length field. */
  readonly payload: Uint8Array;
  /** Marker, length and payload; a scan includes its image data. */
  readonly whole: Uint8Array;
}

export const START_OF_SCAN = 0xda;
export const END_OF_IMAGE = 0xd9;
export const PROGRESSIVE_FRAME = 0xc2;
export const ADOBE = 0xee;
export const JFIF = 0xe0;
/** A profile takes up to 255, extended XMP one per 64 KB, a scan a few tables. */
export const MAX_SEGMENTS = 4096;
/** Marker and length. */
const SCAN_HEAD_BYTES = 4;
const HUFFMAN_TABLES = 0xc4;
const JPEG_EXTENSION = 0xc8;
const ARITHMETIC_CONDITIONS = 0xcc;
/** Quantization tables, restart interval, and the colour model by JFIF or Adobe. */
const PIXEL_MARKERS: ReadonlySet<number> = new Set([0xdb, 0xdd, JFIF, ADOBE]);

/** Looks for the end of its image data only when asked: headers alone need none of it. */
class Scan implements JpegSegment {
  readonly marker = START_OF_SCAN;
  readonly payload: Uint8Array;
  readonly #file: Uint8Array;
  readonly #start: number;
  #whole: Uint8Array | null = null;

  constructor(file: Uint8Array, start: number, payload: Uint8Array) {
    this.#file = file;
    this.#start = start;
    this.payload = payload;
  }

  get whole(): Uint8Array {
    const dataStart = this.#start + SCAN_HEAD_BYTES + this.payload.length;
    return (this.#whole ??= this.#file.subarray(this.#start, findScanEnd(this.#file, dataStart)));
  }
}

/** Skips stray bytes; accepts a missing end. @throws {RangeError} for a cut segment or more than MAX_SEGMENTS. */
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
      if (marker === START_OF_SCAN) {
        const scan = new Scan(file, start, payload);
        yield scan;
        end = start + scan.whole.length;
      } else {
        yield { marker, payload, whole: file.subarray(start, end) };
      }
    }
    start = findMarker(file, end);
  }
}

/** Annex B.2.3. */
export function readScannedIds(payload: Uint8Array): ReadonlySet<number> {
  return new Set(
    payload.subarray(1, 1 + (payload[0] ?? 0) * 2).filter((_, index) => index % 2 === 0),
  );
}

/** SOF0 to SOF15, without the table markers in that range. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !isTable(marker) && marker !== JPEG_EXTENSION;
}

export function isTable(marker: number): boolean {
  return marker === HUFFMAN_TABLES || marker === ARITHMETIC_CONDITIONS || PIXEL_MARKERS.has(marker);
}

function findMarker(file: Uint8Array, from: number): number {
  // 0xff 0xff is fill; 0xff 0x00 is image data, which the built-in search passes fastest.
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    while (file[at + 1] === 0xff) at += 1;
    if ((file[at + 1] ?? 0) !== 0) return at;
  }
  return -1;
}

function findScanEnd(file: Uint8Array, from: number): number {
  let at = findMarker(file, from);
  while (at >= 0 && isStandalone(file[at + 1] ?? 0)) at = findMarker(file, at + 2);
  return at < 0 ? file.length : at;
}

/** TEM, the restart markers and SOI. */
export function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
