import { joinBytes } from '../../shared/bytes.ts';
import { AVIF_LIMITS } from '../work-limits.ts';
import { readMaxFramePixels } from './av1-sequence.ts';
import type { Box } from './bmff-boxes.ts';
import { readLocations } from './item-locations.ts';

/** AV1 allows 32 layers, each a frame; files usually have one. */
export const MAX_FRAMES = 32;
/** A frame may have one unit per tile. */
const MAX_UNITS = 8192;
/** Unit types and header flags (AV1 bitstream specification, section 6.2.2). */
const SEQUENCE_HEADER = 1;
const FRAME_HEADER = 3;
const FRAME = 6;
const EXTENSION_FLAG = 0x04;
const SIZE_FLAG = 0x02;
const MAX_SIZE_BYTES = 8;

interface CodedImage {
  readonly meta: readonly Box[];
  readonly isCoded: (itemId: number) => boolean;
  readonly pixels: number;
}

interface FrameTotals {
  readonly frames: number;
  readonly pixels: number;
}

/**
 * Decoders decode hidden frames too, and a dozen bytes can declare any size.
 * @throws {RangeError} beyond AVIF_LIMITS.
 */
export function checkFrameLimits(file: Uint8Array, { meta, isCoded, pixels }: CodedImage): void {
  const inside = contentOf(meta, 'idat');
  const { decodedPixels, decodedPixelsPerPixel } = AVIF_LIMITS;
  let joinedBytes = 0;
  let pixelsLeft = decodedPixels + decodedPixelsPerPixel * pixels;
  for (const { itemId, isInside, extents } of readLocations(contentOf(meta, 'iloc'))) {
    if (!isCoded(itemId)) continue;
    const source = isInside ? inside : file;
    const pieces = extents.map(({ offset, length }) =>
      source.subarray(offset, length === 0 ? undefined : offset + length),
    );
    const [first = new Uint8Array(), ...others] = pieces;
    if (others.length > 0) joinedBytes += pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (joinedBytes > file.length) throw new RangeError('The items have more data than the file');
    const total = countFrames(others.length === 0 ? first : joinBytes(pieces));
    if (total.frames > MAX_FRAMES) throw new RangeError('There are too many frames');
    pixelsLeft -= total.pixels;
    if (pixelsLeft < 0) throw new RangeError('The frames are larger than the picture');
  }
}

/** Reads declared lengths only. @throws {RangeError} when the items have more data than an image of this size needs. */
export function checkDataLimit({ meta, isCoded, pixels }: CodedImage): void {
  const { codedBytes, codedBytesPerPixel } = AVIF_LIMITS;
  let bytesLeft = codedBytes + codedBytesPerPixel * pixels;
  for (const { itemId, extents } of readLocations(contentOf(meta, 'iloc'))) {
    if (!isCoded(itemId)) continue;
    for (const { length } of extents) bytesLeft -= length;
    if (bytesLeft < 0) throw new RangeError('The items have more data than a picture needs');
  }
}

function contentOf(meta: readonly Box[], type: string): Uint8Array {
  return meta.find((box) => box.type === type)?.content ?? new Uint8Array();
}

function countFrames(data: Uint8Array): FrameTotals {
  let frames = 0;
  let pixels = 0;
  let framePixels = 0;
  for (const { type, payload } of walkUnits(data)) {
    if (type === SEQUENCE_HEADER) framePixels = readMaxFramePixels(payload);
    if (type !== FRAME && type !== FRAME_HEADER) continue;
    frames += 1;
    pixels += framePixels;
    if (frames > MAX_FRAMES) break;
  }
  return { frames, pixels };
}

/** Sections 5.3.1, 5.3.2; the last unit may lack a size. @throws {RangeError} for more than MAX_UNITS. */
function* walkUnits(data: Uint8Array): Generator<{ type: number; payload: Uint8Array }> {
  let at = 0;
  for (let units = 0; at < data.length; units += 1) {
    if (units === MAX_UNITS) throw new RangeError('There are too many units');
    const header = data[at] ?? 0;
    at += (header & EXTENSION_FLAG) === 0 ? 1 : 2;
    let size = (header & SIZE_FLAG) === 0 ? data.length - at : 0;
    const sizeEnd = (header & SIZE_FLAG) === 0 ? at : at + MAX_SIZE_BYTES;
    for (let place = 0; at < sizeEnd; place += 1) {
      const byte = data[at] ?? 0;
      at += 1;
      size += (byte & 0x7f) * 2 ** (7 * place);
      if ((byte & 0x80) === 0) break;
    }
    yield { type: (header >> 3) & 0x0f, payload: data.subarray(at, at + size) };
    at += size;
  }
}
