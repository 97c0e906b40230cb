import { joinBytes, viewOf } from '../../../lib/bytes.ts';
import { readUpTo } from '../../../lib/streams.ts';
import type { Chromaticities, ColorEncoding } from '../color/color-encoding.ts';
import { readExifOrientation } from './exif-orientation.ts';
import { readAscii, sliceExactly } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

const SIGNATURE_BYTES = 8;
const PIXEL_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
// What is too large to be a picture's profile must not fill the memory when it is inflated.
const MAX_PROFILE_BYTES = 16 * 1024 * 1024;

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  /** With length, type and checksum. */
  readonly whole: Uint8Array;
}

/**
 * Size, orientation, animation and colour of a PNG.
 * @throws {RangeError} when its chunks are broken.
 */
export async function readPngHeader(file: Uint8Array): Promise<SourceInfo> {
  const chunks = readChunks(file);
  const header = chunks.get('IHDR');
  if (header === undefined) throw new RangeError('There is no image header');
  const animation = chunks.get('acTL');
  return {
    width: viewOf(header).getUint32(0),
    height: viewOf(header).getUint32(4),
    animated: animation !== undefined && viewOf(animation).getUint32(0) > 1,
    orientation: readExifOrientation(chunks.get('eXIf') ?? new Uint8Array()),
    color: await readColor(chunks),
    aperture: null,
  };
}

/**
 * The same picture without the chunks that do not change its pixels: a decoder that looked at them
 * would refuse the picture for a mistake in its metadata.
 */
export function keepPixelChunks(file: Uint8Array): Uint8Array {
  const chunks = [...walkChunks(file)]
    .filter(({ type }) => PIXEL_CHUNKS.has(type))
    .map(({ whole }) => whole);
  return joinBytes([file.subarray(0, SIGNATURE_BYTES), ...chunks]);
}

/** The first chunk of every type. */
function readChunks(file: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  for (const { type, data } of walkChunks(file)) {
    // Animation control after the first image data has no meaning (section 11.3.2.1).
    const ignored = type === 'acTL' && chunks.has('IDAT');
    if (!chunks.has(type) && !ignored) chunks.set(type, data);
  }
  return chunks;
}

/** The chunks up to IEND (PNG third edition, section 5). */
function* walkChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file);
  let offset = SIGNATURE_BYTES;
  for (;;) {
    const length = view.getUint32(offset);
    const whole = sliceExactly(file, offset, 12 + length);
    const type = readAscii(whole, 4, 4);
    yield { type, data: whole.subarray(8, 8 + length), whole };
    if (type === 'IEND') return;
    offset += whole.length;
  }
}

/** The declaration that wins where there are several (section 4.3, table 1). */
async function readColor(chunks: Map<string, Uint8Array>): Promise<ColorEncoding> {
  const cicp = chunks.get('cICP');
  if (cicp !== undefined) {
    const view = viewOf(cicp);
    const codePoints = { primaries: view.getUint8(0), transfer: view.getUint8(1) };
    return { kind: 'code_points', codePoints };
  }
  const iccp = chunks.get('iCCP');
  const profile = iccp === undefined ? null : await readProfile(iccp);
  if (profile !== null) return { kind: 'icc', profile };
  const gamma = chunks.get('gAMA');
  if (chunks.has('sRGB') || gamma === undefined) return { kind: 'srgb' };
  const primaries = chunks.get('cHRM');
  return {
    kind: 'gamma',
    gamma: 100_000 / viewOf(gamma).getUint32(0),
    chromaticities: primaries === undefined ? null : readChromaticities(primaries),
  };
}

/** The profile after its name, a zero byte and the compression method (section 11.3.2.3). */
async function readProfile(chunk: Uint8Array): Promise<Uint8Array | null> {
  const nameEnd = chunk.indexOf(0);
  return nameEnd < 0 ? null : inflate(chunk.subarray(nameEnd + 2));
}

async function inflate(compressed: Uint8Array): Promise<Uint8Array | null> {
  // A copy: a blob takes no shared memory.
  const stream = new Blob([compressed.slice()])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  try {
    const inflated = await readUpTo(stream, MAX_PROFILE_BYTES);
    if (inflated === null) await stream.cancel();
    return inflated;
  } catch {
    return null;
  }
}

function readChromaticities(chunk: Uint8Array): Chromaticities {
  const view = viewOf(chunk);
  const point = (index: number): readonly [number, number] => [
    view.getUint32(index * 8) / 100_000,
    view.getUint32(index * 8 + 4) / 100_000,
  ];
  return { white: point(0), red: point(1), green: point(2), blue: point(3) };
}
