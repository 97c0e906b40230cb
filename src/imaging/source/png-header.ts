import { utf8, viewOf } from '../../shared/bytes.ts';
import { readUpTo } from '../../shared/streams.ts';
import type { Chromaticities, ColorEncoding } from '../color/color-encoding.ts';
import { parseIccProfile } from '../color/icc-reader.ts';
import { InflateMeter } from '../deflate/inflate-meter.ts';
import { PNG_LIMITS } from '../work-limits.ts';
import { crc32 } from '../../shared/crc32.ts';
import { readExifOrientation } from './exif-orientation.ts';
import { PngDataMeter } from './png-data-meter.ts';
import type { SourceInfo } from './source-info.ts';

const SIGNATURE_BYTES = 8;
const CHUNK_HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
const PIXEL_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT']);
const INFORMING_CHUNKS = ['acTL', 'cHRM', 'cICP', 'eXIf', 'gAMA', 'iCCP', 'sRGB'] as const;
/** Without meaning after the first image data. */
const LEADING_CHUNKS: ReadonlySet<string> = new Set(['acTL', 'eXIf']);
/** Keyed by the four bytes of a type. */
const KNOWN_TYPES: ReadonlyMap<number, string> = new Map(
  [...PIXEL_CHUNKS, ...INFORMING_CHUNKS, 'IEND'].map((type) => [
    viewOf(utf8(type)).getUint32(0),
    type,
  ]),
);
const GRAY_COLOR_TYPES: ReadonlySet<number> = new Set([0, 4]);
const ALPHA_COLOR_TYPES: ReadonlySet<number> = new Set([4, 6]);
const END_CHUNK = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);
const PIECE_BYTES = 65_536;

interface Chunk {
  readonly type: string;
  /** Offsets of its length field, and of its checksum. */
  readonly start: number;
  readonly end: number;
}

/** @throws {RangeError} when its chunks are broken. */
export async function readPngHeader(file: Uint8Array): Promise<SourceInfo> {
  const chunks = readChunks(file);
  const header = chunks.get('IHDR');
  if (header === undefined) throw new RangeError('There is no image header');
  const animation = chunkOf(chunks, 'acTL', 8);
  return {
    width: viewOf(header).getUint32(0),
    height: viewOf(header).getUint32(4),
    animated: animation !== undefined && viewOf(animation).getUint32(0) > 1,
    hasAlpha: ALPHA_COLOR_TYPES.has(viewOf(header).getUint8(9)) || chunks.has('tRNS'),
    orientation: readExifOrientation(chunks.get('eXIf') ?? new Uint8Array()),
    color: await readColor(chunks, GRAY_COLOR_TYPES.has(viewOf(header).getUint8(9))),
    aperture: null,
    obstacle: null,
  };
}

/** Decoders refuse bad metadata and a missing end. @throws {RangeError} for broken chunks, and beyond PNG_LIMITS. */
export function stripChunkMetadata(file: Uint8Array): Uint8Array {
  // One buffer: image data may have thousands of pieces.
  const kept = new Uint8Array(file.length + CHECKSUM_BYTES + END_CHUNK.length);
  kept.set(file);
  let length = SIGNATURE_BYTES;
  const meter = new PngDataMeter();
  for (const { type, start, end } of walkChunks(file)) {
    if (!PIXEL_CHUNKS.has(type)) continue;
    const dataStart = start + CHUNK_HEADER_BYTES;
    if (type === 'IHDR') meter.readHeader(file.subarray(dataStart, end));
    if (type === 'IDAT') meter.beginChunk();
    if (type === 'IDAT' && end > dataStart) meter.push(file.subarray(dataStart, end));
    kept.copyWithin(length, start, end + CHECKSUM_BYTES);
    length += end + CHECKSUM_BYTES - start;
    if (end + CHECKSUM_BYTES <= file.length) continue;
    // The file ends within the checksum.
    viewOf(kept).setUint32(length - CHECKSUM_BYTES, crc32(file.subarray(start + 4, end)));
  }
  if (meter.isBroken) throw new RangeError('The image data cannot be inflated');
  kept.set(END_CHUNK, length);
  return kept.subarray(0, length + END_CHUNK.length);
}

function readChunks(file: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  for (const { type, start, end } of walkChunks(file)) {
    // Animation control after the first image data has no meaning (section 11.3.2.1), and browsers read EXIF before it.
    const ignored = LEADING_CHUNKS.has(type) && chunks.has('IDAT');
    if (chunks.has(type) || ignored) continue;
    chunks.set(type, file.subarray(start + CHUNK_HEADER_BYTES, end));
  }
  return chunks;
}

function chunkOf(
  chunks: ReadonlyMap<string, Uint8Array>,
  type: string,
  minBytes: number,
): Uint8Array | undefined {
  const data = chunks.get(type);
  return data !== undefined && data.length >= minBytes ? data : undefined;
}

/**
 * Stops at IEND (PNG third edition, section 5). After image data, the file may lack IEND or end in a metadata chunk.
 * @throws {RangeError} when it ends earlier.
 */
function* walkChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file);
  let hasPixels = false;
  let offset = SIGNATURE_BYTES;
  for (;;) {
    if (hasPixels && offset + CHUNK_HEADER_BYTES > file.length) return;
    const length = view.getUint32(offset);
    const type = KNOWN_TYPES.get(view.getUint32(offset + 4));
    const end = offset + CHUNK_HEADER_BYTES + length;
    if (type === 'IEND' || (hasPixels && type !== 'IDAT' && end > file.length)) return;
    hasPixels ||= type === 'IDAT';
    if (end > file.length) throw new RangeError('The file ends too early');
    if (type !== undefined) yield { type, start: offset, end };
    offset = end + CHECKSUM_BYTES;
  }
}

/** Precedence of declarations: section 4.3, table 1. */
async function readColor(chunks: Map<string, Uint8Array>, isGray: boolean): Promise<ColorEncoding> {
  const cicp = chunkOf(chunks, 'cICP', 4);
  if (cicp !== undefined) {
    const view = viewOf(cicp);
    const codePoints = { primaries: view.getUint8(0), transfer: view.getUint8(1) };
    return { kind: 'code_points', codePoints };
  }
  const iccp = chunks.get('iCCP');
  const profile = iccp === undefined ? null : await readProfile(iccp);
  if (profile !== null) {
    return fitsChannels(profile, isGray) ? { kind: 'icc', profile, isGray } : { kind: 'srgb' };
  }
  const gamma = chunkOf(chunks, 'gAMA', 4);
  if (chunks.has('sRGB') || gamma === undefined) return { kind: 'srgb' };
  const primaries = chunkOf(chunks, 'cHRM', 32);
  return {
    kind: 'gamma',
    gamma: 100_000 / viewOf(gamma).getUint32(0),
    chromaticities: primaries === undefined ? null : readChromaticities(primaries),
  };
}

/** Layout: name, zero byte, compression method, profile (section 11.3.2.3). */
async function readProfile(chunk: Uint8Array): Promise<Uint8Array | null> {
  const nameEnd = chunk.indexOf(0);
  return nameEnd < 0 ? null : inflate(chunk.subarray(nameEnd + 2));
}

/** Gray images need a gray profile, others RGB (section 11.3.2.3); libpng ignores mismatches. */
function fitsChannels(profile: Uint8Array, isGray: boolean): boolean {
  return parseIccProfile(profile)?.colorSpace === (isGray ? 'GRAY' : 'RGB ');
}

/** Null for broken data and for more than PNG_LIMITS allow, metered before inflating. */
async function inflate(compressed: Uint8Array): Promise<Uint8Array | null> {
  if (compressed.length > PNG_LIMITS.profileBytes || !isInflatable(compressed)) return null;
  const stream = openPieces(compressed).pipeThrough(new DecompressionStream('deflate'));
  try {
    const inflated = await readUpTo(stream, PNG_LIMITS.profileBytes);
    if (inflated === null) await stream.cancel();
    return inflated;
  } catch {
    return null;
  }
}

function isInflatable(compressed: Uint8Array): boolean {
  const { profileBytes: inflatedBytes, codedBlocks } = PNG_LIMITS;
  try {
    new InflateMeter({ inflatedBytes, codedBlocks }).push(compressed);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Copies pieces: streams refuse shared memory, and the chunk may be as large as the file. */
function openPieces(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at === bytes.length) return controller.close();
      const piece = bytes.slice(at, at + PIECE_BYTES);
      at += piece.length;
      controller.enqueue(piece);
    },
  });
}

function readChromaticities(chunk: Uint8Array): Chromaticities {
  const view = viewOf(chunk);
  const point = (index: number): readonly [number, number] => [
    view.getUint32(index * 8) / 100_000,
    view.getUint32(index * 8 + 4) / 100_000,
  ];
  return { white: point(0), red: point(1), green: point(2), blue: point(3) };
}
