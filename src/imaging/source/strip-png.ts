import { viewOf } from '../../shared/bytes.ts';
import { crc32 } from '../../shared/crc32.ts';
import { fillsImage, findFrameBeside } from './apng-frame.ts';
import {
  CHECKSUM_BYTES,
  type Chunk,
  CHUNK_HEADER_BYTES,
  SIGNATURE_BYTES,
  walkChunks,
} from './png-chunks.ts';
import { PNG_LIMITS } from '../work-limits.ts';

/** What a decoder needs beside the image data. */
const HEAD_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS']);
/** Before the data of `fdAT`. */
const SEQUENCE_BYTES = 4;
/** IDAT. */
const DATA_TYPE = 0x49444154;
const END_CHUNK = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);

/**
 * The image, or the first frame of an animation that it is no part of. Decoders refuse bad metadata and a missing end.
 * @throws {RangeError} for broken or too many chunks, and for such a frame that does not cover the image.
 */
export function stripChunkMetadata(file: Uint8Array): Uint8Array {
  // One buffer: image data may have thousands of pieces.
  const kept = new Uint8Array(file.length + CHECKSUM_BYTES + END_CHUNK.length);
  const [source, target] = [viewOf(file), viewOf(kept)];
  kept.set(file);
  let length = SIGNATURE_BYTES;
  let dataChunks = 0;
  for (const { type, start, end } of walkPixelChunks(file)) {
    const isFrame = type === 'fdAT';
    const dataStart = start + CHUNK_HEADER_BYTES + (isFrame ? SEQUENCE_BYTES : 0);
    if (dataStart > end) throw new RangeError('The data of a frame end too early');
    dataChunks += isFrame || type === 'IDAT' ? 1 : 0;
    if (dataChunks > PNG_LIMITS.dataChunks)
      throw new RangeError('There are too many chunks of image data');
    const typed = length + 4;
    const keptEnd = length + CHUNK_HEADER_BYTES + end - dataStart;
    target.setUint32(length, end - dataStart);
    target.setUint32(typed, isFrame ? DATA_TYPE : source.getUint32(start + 4));
    kept.copyWithin(length + CHUNK_HEADER_BYTES, dataStart, end);
    // The file may end within the checksum.
    const isChecked = !isFrame && end + CHECKSUM_BYTES <= file.length;
    const checksum = isChecked ? source.getUint32(end) : crc32(kept.subarray(typed, keptEnd));
    target.setUint32(keptEnd, checksum);
    length = keptEnd + CHECKSUM_BYTES;
  }
  kept.set(END_CHUNK, length);
  return kept.subarray(0, length + END_CHUNK.length);
}

function* walkPixelChunks(file: Uint8Array): Generator<Chunk> {
  const control = findFrameBeside(file);
  const dataType = control === null ? 'IDAT' : 'fdAT';
  const seen = new Set<string>();
  for (const chunk of walkChunks(file)) {
    const { type, start, end } = chunk;
    const isFirst = !seen.has(type);
    seen.add(type);
    if (type === 'fcTL' && seen.has('fdAT')) return;
    const isCompared = type === 'IHDR' && control !== null;
    if (isCompared && !fillsImage(control, file.subarray(start + CHUNK_HEADER_BYTES, end))) {
      throw new RangeError('The first frame is smaller than the image');
    }
    // Decoders refuse repeated and late chunks, browsers ignore them.
    const isHead = HEAD_CHUNKS.has(type) && isFirst && !seen.has('IDAT');
    if (type === dataType || isHead) yield chunk;
  }
}
