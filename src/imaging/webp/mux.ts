import { joinBytes, viewOf } from '../../shared/bytes.ts';
import type { Size } from '../../shared/pixels.ts';
import { isImage, parseImageHeader } from './bitstream.ts';
import { describeWebpFault } from './faults.ts';
import {
  CHUNK_HEADER_BYTES,
  FOURCC,
  FOURCC_BYTES,
  paddedLength,
  RIFF_HEADER_BYTES,
  VP8X_FLAG,
  VP8X_PAYLOAD_BYTES,
  writeUint24,
} from './format.ts';
import type { WebpInfo } from './layout.ts';
import { inspectWebp } from './walker.ts';

interface Chunk {
  readonly tag: number;
  readonly payload: Uint8Array;
}

const PICKED_TAGS: ReadonlySet<number> = new Set([
  FOURCC.ICCP,
  FOURCC.ALPH,
  FOURCC.VP8,
  FOURCC.VP8L,
]);

/**
 * Removes EXIF, XMP and unknown chunks. Uses the simple format where possible: 'drop' returns the smallest file of the
 * same pixels (RFC 9649, 2.5 to 2.7).
 * @throws {TypeError} when `file` is not a valid still WebP.
 */
export function rewriteMetadata(
  file: Uint8Array,
  iccp: Uint8Array | 'keep' | 'drop',
): Uint8Array<ArrayBuffer> {
  return writeWebp(chooseChunks(file, iccp));
}

/** As `rewriteMetadata` with 'drop', without copying: views of the file and new headers. @throws {TypeError} */
export function stripMetadata(file: Uint8Array): readonly Uint8Array[] {
  return writeChunks(chooseChunks(file, 'drop'));
}

function writeWebp(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  return joinBytes(writeChunks(chunks));
}

function chooseChunks(file: Uint8Array, iccp: Uint8Array | 'keep' | 'drop'): Chunk[] {
  const info = inspectOrThrow(file);
  const chunks = pickChunks(file);
  const image = chunks.filter(({ tag }) => tag !== FOURCC.ICCP);
  const profile =
    iccp instanceof Uint8Array
      ? [{ tag: FOURCC.ICCP, payload: iccp }]
      : chunks.filter(({ tag }) => iccp === 'keep' && tag === FOURCC.ICCP);
  const hasIccp = profile.length > 0;
  const isSimple = !hasIccp && image.length === 1;
  return isSimple ? image : [makeVp8x(info, hasIccp), ...profile, ...image];
}

/** A view of `file`, a still WebP. @throws {TypeError} when it is invalid. */
export function readIccProfile(file: Uint8Array): Uint8Array | null {
  inspectOrThrow(file);
  return pickChunks(file).find(({ tag }) => tag === FOURCC.ICCP)?.payload ?? null;
}

export function addAlpha(
  file: Uint8Array,
  alph: Uint8Array | null,
  iccp: Uint8Array | null = null,
): Uint8Array<ArrayBuffer> {
  const info = inspectOrThrow(file);
  const image = pickChunks(file).filter(({ tag }) => tag === FOURCC.VP8);
  const profile = iccp === null ? [] : [{ tag: FOURCC.ICCP, payload: iccp }];
  const plane = alph === null ? [] : [{ tag: FOURCC.ALPH, payload: alph }];
  const vp8x = makeVp8x({ ...info, hasAlpha: alph !== null }, iccp !== null);
  return writeWebp([vp8x, ...profile, ...plane, ...image]);
}

/** Checks the image's size only. @throws {RangeError} when it differs, or a chunk is cut short. */
export function wrapImage(chunks: Uint8Array, size: Size): Uint8Array<ArrayBuffer> {
  const image = pickChunks(chunks, 0).filter(({ tag }) => tag !== FOURCC.ICCP);
  if (!hasSize(image.at(-1), size)) throw new RangeError('The frame and its image differ in size');
  const hasAlpha = image.some(({ tag }) => tag === FOURCC.ALPH);
  return writeWebp(hasAlpha ? [makeVp8x({ ...size, hasAlpha }, false), ...image] : image);
}

function hasSize(image: Chunk | undefined, { width, height }: Size): boolean {
  if (image === undefined || !isImage(image.tag)) return false;
  const header = parseImageHeader(image.tag, viewOf(image.payload), image.payload.length);
  return header?.width === width && header.height === height;
}

function inspectOrThrow(file: Uint8Array): WebpInfo {
  const verdict = inspectWebp(file);
  if (verdict.ok) return verdict.value;
  throw new TypeError(`Not a sound, still WebP: ${describeWebpFault(verdict.error)}`);
}

/** At most three chunks, the image last: further ones of a file are ignored. Payloads are views of the file. */
function pickChunks(file: Uint8Array, start = RIFF_HEADER_BYTES): Chunk[] {
  const chunks: Chunk[] = [];
  const view = viewOf(file);
  let at = start;
  while (at < file.length) {
    const tag = view.getUint32(at, true);
    const begin = at + CHUNK_HEADER_BYTES;
    const end = begin + view.getUint32(at + 4, true);
    const isFirst = PICKED_TAGS.has(tag) && !chunks.some((chunk) => chunk.tag === tag);
    if (isFirst) chunks.push({ tag, payload: file.subarray(begin, end) });
    if (isImage(tag)) break;
    at = begin + paddedLength(end - begin);
  }
  return chunks;
}

function writeChunks(chunks: readonly Chunk[]): Uint8Array[] {
  const pieces = chunks.flatMap(({ tag, payload }) => [
    makeHeader(tag, payload.length),
    payload,
    new Uint8Array(paddedLength(payload.length) - payload.length),
  ]);
  const length = pieces.reduce((sum, piece) => sum + piece.length, FOURCC_BYTES);
  const form = new Uint8Array(FOURCC_BYTES);
  viewOf(form).setUint32(0, FOURCC.WEBP, true);
  return [makeHeader(FOURCC.RIFF, length), form, ...pieces];
}

function makeHeader(tag: number, length: number): Uint8Array {
  const header = new Uint8Array(CHUNK_HEADER_BYTES);
  const view = viewOf(header);
  view.setUint32(0, tag, true);
  view.setUint32(4, length, true);
  return header;
}

function makeVp8x(info: Size & { readonly hasAlpha: boolean }, hasIccp: boolean): Chunk {
  const payload = new Uint8Array(VP8X_PAYLOAD_BYTES);
  const view = viewOf(payload);
  view.setUint8(0, (hasIccp ? VP8X_FLAG.ICCP : 0) | (info.hasAlpha ? VP8X_FLAG.ALPHA : 0));
  writeUint24(view, 4, info.width - 1);
  writeUint24(view, 7, info.height - 1);
  return { tag: FOURCC.VP8X, payload };
}
