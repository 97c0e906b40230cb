import { viewOf } from '../../shared/bytes.ts';
import { readUpTo } from '../../shared/streams.ts';
import type { Chromaticities, ColorEncoding } from '../color/color-encoding.ts';
import { parseIccProfile } from '../color/icc-reader.ts';
import { InflateMeter } from '../deflate/inflate-meter.ts';
import { PNG_LIMITS } from '../work-limits.ts';
import { fillsImage, findFrameBeside, readFrameCount } from './apng-frame.ts';
import { readExifOrientation } from './exif-orientation.ts';
import { CHUNK_HEADER_BYTES, walkChunks } from './png-chunks.ts';
import type { SourceInfo } from './source-info.ts';

const GRAY_COLOR_TYPES: ReadonlySet<number> = new Set([0, 4]);
const ALPHA_COLOR_TYPES: ReadonlySet<number> = new Set([4, 6]);
const PIECE_BYTES = 65_536;

/** @throws {RangeError} when its chunks are broken. */
export async function readPngHeader(file: Uint8Array): Promise<SourceInfo> {
  const chunks = readChunks(file);
  const header = chunks.get('IHDR');
  if (header === undefined) throw new RangeError('There is no image header');
  const animation = chunkOf(chunks, 'acTL', 8);
  return {
    width: viewOf(header).getUint32(0),
    height: viewOf(header).getUint32(4),
    animated: animation !== undefined && readFrameCount(viewOf(animation), 0) > 1,
    hasAlpha: ALPHA_COLOR_TYPES.has(viewOf(header).getUint8(9)) || chunks.has('tRNS'),
    orientation: readExifOrientation(chunks.get('eXIf') ?? new Uint8Array()),
    color: await readColor(chunks, GRAY_COLOR_TYPES.has(viewOf(header).getUint8(9))),
    aperture: null,
    obstacle: findObstacle(file, header),
  };
}

/** Browsers draw a smaller frame on the image. */
function findObstacle(file: Uint8Array, header: Uint8Array): string | null {
  const control = findFrameBeside(file);
  if (control === null || fillsImage(control, header)) return null;
  return 'The first frame of the animation is smaller than the image';
}

function readChunks(file: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  for (const { type, start, end } of walkChunks(file)) {
    // Browsers ignore repeated chunks, and all of these after the first image data (section 5.6).
    if (chunks.has(type) || chunks.has('IDAT')) continue;
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
