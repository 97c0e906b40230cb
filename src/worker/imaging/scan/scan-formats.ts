import { joinBytes, viewOf } from '../../../shared/bytes.ts';
import { VP8_HEADER_BYTES, VP8L_HEADER_BYTES } from '../../../imaging/webp/bitstream.ts';
import {
  CHUNK_HEADER_BYTES,
  paddedLength,
  readUint24,
  RIFF_HEADER_BYTES,
} from '../../../imaging/webp/format.ts';
import { type AvifExif, openAvifExif } from '../../../imaging/source/avif-exif.ts';
import { MAX_BOXES } from '../../../imaging/source/bmff-boxes.ts';
import { EXIF_SIGNATURE } from '../../../imaging/source/exif-signature.ts';
import {
  END_OF_IMAGE,
  isFrameHeader,
  isStandalone,
  MAX_SEGMENTS,
  START_OF_SCAN,
} from '../../../imaging/source/jpeg-segments.ts';
import { PngDataMeter } from './png-data-meter.ts';
import { readAscii, startsWithAscii } from '../../../imaging/source/slice-exactly.ts';

/** Asks for `bytes` of the file and for the content of the first `keep`. */
export interface ReadRequest {
  readonly bytes: number;
  readonly keep: number;
}

export interface ReadResult {
  /** The requested content; less at the end of the file. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** Passes metadata to `keep`. Ends after a truncated piece; throws a RangeError beyond a limit of the format. */
export type MetadataWalk = Generator<ReadRequest, void, ReadResult>;
type Keep = (bytes: Uint8Array) => void;

export const KEPT_BYTES = 1024 * 1024;

const PNG_SIGNATURE_BYTES = 8;
const PNG_CHECKSUM = new Uint8Array(4);
const PART_BYTES = 65_536;
/** Bytes to keep by type. */
const PNG_CHUNKS: Readonly<Record<string, number>> = {
  IHDR: 13,
  cICP: 4,
  eXIf: KEPT_BYTES,
  acTL: 8,
  fcTL: 26,
  IDAT: 0,
  fdAT: 0,
};
const PNG_METERED: Readonly<Record<string, (meter: PngDataMeter) => (data: Uint8Array) => void>> = {
  IHDR: (meter) => (data) => meter.readHeader(data),
  IDAT: (meter) => (data) => meter.push(data),
};
const WEBP_CHUNKS: Readonly<Record<string, number>> = {
  VP8X: 10,
  // One byte more than the header: decoders refuse a bitstream that ends there.
  'VP8 ': VP8_HEADER_BYTES + 1,
  VP8L: VP8L_HEADER_BYTES,
  ALPH: 0,
  ANIM: 0,
  ANMF: 0,
  ICCP: 0,
  EXIF: KEPT_BYTES,
};
const AVIF_BOXES: Readonly<Record<string, number>> = {
  ftyp: 64,
  meta: KEPT_BYTES,
  moov: KEPT_BYTES,
  mdat: 0,
};
const BOX_HEADER_BYTES = 8;
const GIF_HEADER_BYTES = 13;
const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_IMAGE_BYTES = 10;
const APP1 = 0xe1;

/** Meters the image data, so that a decompression bomb never reaches a decoder. */
export function* scanPng(keep: Keep): MetadataWalk {
  keep((yield read(PNG_SIGNATURE_BYTES)).bytes);
  const keepOf = keepOnce(PNG_CHUNKS);
  const meter = new PngDataMeter();
  for (;;) {
    const header = yield read(CHUNK_HEADER_BYTES);
    if (!header.isWhole || readAscii(header.bytes, 4, 4) === 'IEND') return keep(header.bytes);
    const length = viewOf(header.bytes).getUint32(0);
    const type = readAscii(header.bytes, 4, 4);
    const kept = keepOf(type);
    const setLength = (view: DataView, bytes: number): void => view.setUint32(0, bytes);
    if (type === 'IDAT') meter.beginChunk();
    const piece = { length, kept, setLength, pass: PNG_METERED[type]?.(meter) };
    if (!(yield* scanPiece(keep, header.bytes, piece)).isWhole) return;
    if (!(yield read(PNG_CHECKSUM.length)).isWhole) return;
    if (kept !== null) keep(PNG_CHECKSUM);
  }
}

export function* scanWebp(keep: Keep): MetadataWalk {
  const riff = (yield read(RIFF_HEADER_BYTES)).bytes.slice();
  if (riff.length < RIFF_HEADER_BYTES) return keep(riff);
  const end = CHUNK_HEADER_BYTES + viewOf(riff).getUint32(4, true);
  viewOf(riff).setUint32(4, 0xffff_fff0, true);
  keep(riff);
  const keepOf = keepOnce(WEBP_CHUNKS);
  for (let offset = RIFF_HEADER_BYTES; offset + CHUNK_HEADER_BYTES <= end;) {
    const header = yield read(CHUNK_HEADER_BYTES);
    if (!header.isWhole) return;
    const type = readAscii(header.bytes, 0, 4);
    const length = viewOf(header.bytes).getUint32(4, true);
    const kept = keepOf(type);
    const isRepeated = kept === null && Object.hasOwn(WEBP_CHUNKS, type);
    const setLength = (view: DataView, bytes: number): void => view.setUint32(4, bytes, true);
    const shorten = type === 'VP8 ' ? emptyFirstPartition : undefined;
    // Readers ignore repeated chunks, also truncated ones.
    const keepPiece = isRepeated ? () => undefined : keep;
    const piece = { length, kept, setLength, shorten };
    if (!(yield* scanPiece(keepPiece, header.bytes, piece)).isWhole) return;
    yield read(paddedLength(length) - length);
    if (kept !== null) keep(new Uint8Array(Math.min(kept, length) % 2));
    offset += CHUNK_HEADER_BYTES + paddedLength(length);
  }
}

/** Passes the EXIF to `giveExif`, which is filled as the file goes on: from data that follow the description. */
export function* scanAvif(keep: Keep, giveExif: (exif: AvifExif) => void): MetadataWalk {
  const keepOf = keepOnce(AVIF_BOXES);
  let exif: AvifExif | null = null;
  for (let boxes = 0, start = 0; ; boxes += 1) {
    const header = yield read(BOX_HEADER_BYTES);
    if (!header.isWhole) return;
    if (boxes === MAX_BOXES) throw new RangeError('There are too many boxes');
    let size = viewOf(header.bytes).getUint32(0);
    const own = header.bytes.slice();
    let headerBytes = BOX_HEADER_BYTES;
    if (size === 1) {
      const large = yield read(8);
      if (!large.isWhole) return keepAll(keep, own, large.bytes);
      headerBytes += large.bytes.length;
      size = Number(viewOf(large.bytes).getBigUint64(0));
      if (size < headerBytes) return keepAll(keep, own, large.bytes);
      // Accepted files are shorter than 4 GiB.
      viewOf(own).setUint32(0, Math.min(size, 0xffff_ffff));
    } else if (size === 0) size = Infinity;
    if (size < headerBytes) return keep(own);
    const type = readAscii(own, 4, 4);
    const kept = keepOf(type);
    const setLength = (view: DataView, bytes: number): void =>
      view.setUint32(0, BOX_HEADER_BYTES + bytes);
    const pass = exif === null ? undefined : passTo(exif, start + headerBytes, start + size);
    const piece = { length: size - headerBytes, kept, setLength, pass };
    const { bytes, isWhole } = yield* scanPiece(keep, own, piece);
    if (!isWhole) return;
    if (type === 'meta' && kept !== null) {
      exif = openAvifExif(bytes);
      if (exif !== null) giveExif(exif);
    }
    start += size;
  }
}

/** Undefined for a box without EXIF. */
function passTo(
  exif: AvifExif,
  start: number,
  end: number,
): ((part: Uint8Array) => void) | undefined {
  if (!exif.isBetween(start, end)) return undefined;
  let at = start;
  return (part) => {
    exif.take(at, part);
    at += part.length;
  };
}

/** Keeps the first two images, without their pixels. */
export function* scanGif(keep: Keep): MetadataWalk {
  const header = yield read(GIF_HEADER_BYTES);
  keep(header.bytes);
  if (!header.isWhole || !(yield* keepColorTable(keep, header.bytes[10] ?? 0))) return;
  for (let images = 0; images < 2;) {
    const label = (yield read(1)).bytes[0];
    if (label === GIF_EXTENSION) {
      if (!(yield* scanExtension(keep))) return;
    } else if (label === GIF_IMAGE) {
      const image = yield read(GIF_IMAGE_BYTES - 1);
      keepAll(keep, Uint8Array.of(label), image.bytes);
      if (!image.isWhole || !(yield* keepColorTable(keep, image.bytes[8] ?? 0))) return;
      const codeSize = yield read(1);
      keep(codeSize.bytes);
      if (!codeSize.isWhole || !(yield* skipSubBlocks())) return;
      keep(Uint8Array.of(0));
      images += 1;
    } else {
      return keep(label === undefined ? new Uint8Array() : Uint8Array.of(label));
    }
  }
}

/** Ends at the first scan. */
export function* scanJpeg(keep: Keep): MetadataWalk {
  keep((yield read(2)).bytes);
  let hasFrame = false;
  let hasExif = false;
  for (let segments = 0; ;) {
    const marker = yield* findMarker();
    if (marker === null) return;
    if (isStandalone(marker)) continue;
    if (marker === END_OF_IMAGE) return keep(Uint8Array.of(0xff, marker));
    segments += 1;
    if (segments > MAX_SEGMENTS) throw new RangeError('There are too many segments');
    const lengthField = yield read(2);
    const start = Uint8Array.of(0xff, marker, ...lengthField.bytes);
    const length = lengthField.isWhole ? viewOf(lengthField.bytes).getUint16(0) - 2 : -1;
    if (length < 0) return keep(start);
    const { bytes, isWhole } = yield read(length);
    const isScan = marker === START_OF_SCAN;
    const isFrame: boolean = !hasFrame && isFrameHeader(marker);
    const isExif: boolean = !hasExif && marker === APP1 && startsWithAscii(bytes, EXIF_SIGNATURE);
    hasFrame ||= isFrame;
    hasExif ||= isExif;
    if (isScan || isFrame || isExif || !isWhole) keepAll(keep, start, bytes);
    if (isScan || !isWhole) return;
  }
}

function read(bytes: number): ReadRequest {
  return { bytes, keep: bytes };
}

function keepOnce(table: Readonly<Record<string, number>>): (type: string) => number | null {
  const seen = new Set<string>();
  return (type) => {
    const kept = Object.hasOwn(table, type) && !seen.has(type) ? (table[type] ?? null) : null;
    if (kept !== null) seen.add(type);
    return kept;
  };
}

interface Piece {
  readonly length: number;
  /** Null to drop the piece. */
  readonly kept: number | null;
  readonly setLength: (header: DataView, bytes: number) => void;
  readonly shorten?: ((beginning: Uint8Array, length: number) => Uint8Array) | undefined;
  readonly pass?: ((part: Uint8Array) => void) | undefined;
}

/** Keeps the beginning of a chunk or box, with its length adjusted, and returns it. */
function* scanPiece(
  keep: Keep,
  header: Uint8Array,
  { length, kept, setLength, shorten, pass }: Piece,
): Generator<ReadRequest, ReadResult, ReadResult> {
  const own = header.slice();
  const keptBytes = Math.min(length, kept ?? 0);
  const { bytes, isWhole } =
    pass === undefined
      ? yield { bytes: length, keep: keptBytes }
      : yield* readPassing(length, keptBytes, pass);
  if (isWhole) setLength(viewOf(own), bytes.length);
  if (!isWhole || kept !== null) keepAll(keep, own, shorten?.(bytes, length) ?? bytes);
  return { bytes, isWhole };
}

function* readPassing(
  length: number,
  keptBytes: number,
  pass: (part: Uint8Array) => void,
): Generator<ReadRequest, ReadResult, ReadResult> {
  const beginning: Uint8Array[] = [];
  for (let at = 0; ; at += PART_BYTES) {
    const { bytes, isWhole } = yield read(Math.min(length - at, PART_BYTES));
    pass(bytes);
    if (at < keptBytes) beginning.push(bytes.slice(0, keptBytes - at));
    if (!isWhole || at + PART_BYTES >= length) return { bytes: joinBytes(beginning), isWhole };
  }
}

/** Declares the first partition of a VP8 bitstream empty, unless it exceeds `length` (RFC 6386, 9.1). */
function emptyFirstPartition(beginning: Uint8Array, length: number): Uint8Array {
  if (beginning.length < VP8_HEADER_BYTES) return beginning;
  const fits = VP8_HEADER_BYTES + (readUint24(viewOf(beginning), 0) >>> 5) < length;
  if (!fits) return beginning;
  const own = beginning.slice();
  own.set([(own[0] ?? 0) & 0x1f, 0, 0]);
  return own;
}

function keepAll(keep: Keep, ...pieces: readonly Uint8Array[]): void {
  for (const piece of pieces) keep(piece);
}

function* keepColorTable(keep: Keep, flags: number): Generator<ReadRequest, boolean, ReadResult> {
  const { bytes, isWhole } = yield read((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  keep(bytes);
  return isWhole;
}

/** Keeps the label of a truncated extension. */
function* scanExtension(keep: Keep): Generator<ReadRequest, boolean, ReadResult> {
  const isWhole = (yield read(1)).isWhole && (yield* skipSubBlocks());
  if (!isWhole) keep(Uint8Array.of(GIF_EXTENSION));
  return isWhole;
}

function* skipSubBlocks(): Generator<ReadRequest, boolean, ReadResult> {
  for (;;) {
    const length = (yield read(1)).bytes[0];
    if (length === undefined) return false;
    if (length === 0) return true;
    if (!(yield { bytes: length, keep: 0 }).isWhole) return false;
  }
}

/** 0xff 0xff is fill; 0xff 0x00 is image data. */
function* findMarker(): Generator<ReadRequest, number | null, ReadResult> {
  for (let isAfterFill = false; ;) {
    const byte = (yield read(1)).bytes[0];
    if (byte === undefined) return null;
    if (isAfterFill && byte !== 0xff && byte !== 0) return byte;
    isAfterFill = byte === 0xff;
  }
}
