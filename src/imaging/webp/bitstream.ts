import type { Size } from '../../shared/pixels.ts';
import { FOURCC, readUint24 } from './format.ts';

export const VP8_HEADER_BYTES = 10;
export const VP8L_HEADER_BYTES = 5;
export const ALPH_HEADER_BYTES = 1;

const VP8_START_CODE = 0x2a019d;
const VP8_MAX_PROFILE = 3;
const VP8L_SIGNATURE = 0x2f;
const DIMENSION_MASK = 0x3fff;
const ALPHA_RAW = 0;
const ALPHA_LOSSLESS = 1;
const ALPHA_LEVEL_REDUCTION = 1;

export interface BitstreamHeader extends Size {
  readonly hasAlpha: boolean;
}

export function isImage(tag: number): boolean {
  return tag === FOURCC.VP8 || tag === FOURCC.VP8L;
}

/** Null when a decoder would refuse the chunk. @throws {RangeError} when it is too short. */
export function parseImageHeader(
  tag: number,
  head: DataView,
  payloadBytes: number,
): BitstreamHeader | null {
  return tag === FOURCC.VP8 ? parseVp8Header(head, payloadBytes) : parseVp8lHeader(head);
}

/** RFC 6386, 9.1. Null unless it is a visible key frame of a known profile with room for a second partition. */
function parseVp8Header(head: DataView, payloadBytes: number): BitstreamHeader | null {
  const frameTag = readUint24(head, 0);
  const isKeyFrame = (frameTag & 1) === 0;
  const profile = (frameTag >>> 1) & 7;
  const isShown = ((frameTag >>> 4) & 1) === 1;
  const firstPartitionBytes = frameTag >>> 5;
  if (!isKeyFrame || !isShown || profile > VP8_MAX_PROFILE) return null;
  if (VP8_HEADER_BYTES + firstPartitionBytes >= payloadBytes) return null;
  if (readUint24(head, 3) !== VP8_START_CODE) return null;
  // The upper two bits request upscaling, which WebP readers ignore.
  const width = head.getUint16(6, true) & DIMENSION_MASK;
  const height = head.getUint16(8, true) & DIMENSION_MASK;
  return width === 0 || height === 0 ? null : { width, height, hasAlpha: false };
}

/** The first 5 bytes of VP8L (RFC 9649, 3.4); null unless signature and version match. */
function parseVp8lHeader(head: DataView): BitstreamHeader | null {
  const bits = head.getUint32(1, true);
  const version = bits >>> 29;
  if (head.getUint8(0) !== VP8L_SIGNATURE || version !== 0) return null;
  return {
    width: (bits & DIMENSION_MASK) + 1,
    height: ((bits >>> 14) & DIMENSION_MASK) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  };
}

/** ALPH (RFC 9649, 2.7.1.2): the methods are known and, for raw alpha, `payloadBytes` matches the canvas. */
export function isSoundAlpha(head: DataView, payloadBytes: number, canvas: Size): boolean {
  const dataBytes = payloadBytes - ALPH_HEADER_BYTES;
  if (dataBytes < 1) return false;
  const compression = head.getUint8(0) & 3;
  const preprocessing = (head.getUint8(0) >>> 4) & 3;
  if (compression > ALPHA_LOSSLESS || preprocessing > ALPHA_LEVEL_REDUCTION) return false;
  return compression !== ALPHA_RAW || dataBytes >= canvas.width * canvas.height;
}
