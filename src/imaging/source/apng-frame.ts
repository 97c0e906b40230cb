import { viewOf } from '../../shared/bytes.ts';
import {
  CHECKSUM_BYTES,
  CHUNK_HEADER_BYTES,
  chunkTypeAt,
  SIGNATURE_BYTES,
  walkChunks,
} from './png-chunks.ts';

/** Of `fcTL`: sequence number, size, offsets, timing (PNG third edition, section 11.3.6.2). */
const CONTROL_BYTES = 26;

/**
 * Whether the stored image is no part of the animation: no `fcTL` comes before it (section 4.9). Browsers never show it.
 * Needs the file up to the image data.
 */
export function leavesImageOut(head: Uint8Array): boolean {
  const view = viewOf(head);
  let hasFrames = false;
  for (let at = SIGNATURE_BYTES; at + CHUNK_HEADER_BYTES + 4 <= head.length;) {
    const type = chunkTypeAt(view, at);
    if (type === 'fcTL') return false;
    if (type === 'IDAT') return hasFrames;
    if (type === 'acTL') hasFrames ||= readFrameCount(view, at + CHUNK_HEADER_BYTES) > 0;
    at += CHUNK_HEADER_BYTES + view.getUint32(at) + CHECKSUM_BYTES;
  }
  return false;
}

/**
 * The control of an animation's first frame if the animation leaves the stored image out; null for any other file.
 * @throws {RangeError} when the chunks are broken.
 */
export function findFrameBeside(file: Uint8Array): Uint8Array | null {
  if (!leavesImageOut(file)) return null;
  let control: Uint8Array | null = null;
  for (const { type, start, end } of walkChunks(file)) {
    if (type === 'fdAT') return control;
    const data = file.subarray(start + CHUNK_HEADER_BYTES, end);
    if (type === 'fcTL' && data.length >= CONTROL_BYTES) control = data;
  }
  return null;
}

/** Of the data of `acTL`; 0 for a number that PNG does not have (section 7.1). */
export function readFrameCount(view: DataView, at: number): number {
  const count = view.getUint32(at);
  return count < 2 ** 31 ? count : 0;
}

/** Whether the frame covers the image of an `IHDR`. */
export function fillsImage(control: Uint8Array, header: Uint8Array): boolean {
  const [frame, image] = [viewOf(control), viewOf(header)];
  const isLarge = [0, 4].every((at) => frame.getUint32(4 + at) === image.getUint32(at));
  return isLarge && frame.getUint32(12) === 0 && frame.getUint32(16) === 0;
}
