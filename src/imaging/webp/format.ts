import { utf8, viewOf } from '../../shared/bytes.ts';

/** Little-endian words (RFC 9649, 2.3 to 2.7). */
export const FOURCC = {
  RIFF: fourCc('RIFF'),
  WEBP: fourCc('WEBP'),
  VP8: fourCc('VP8 '),
  VP8L: fourCc('VP8L'),
  VP8X: fourCc('VP8X'),
  ALPH: fourCc('ALPH'),
  ICCP: fourCc('ICCP'),
  EXIF: fourCc('EXIF'),
  XMP: fourCc('XMP '),
  ANIM: fourCc('ANIM'),
  ANMF: fourCc('ANMF'),
} as const;

/** In the first byte of a VP8X chunk (RFC 9649, 2.7). */
export const VP8X_FLAG = {
  ANIMATION: 0x02,
  XMP: 0x04,
  EXIF: 0x08,
  ALPHA: 0x10,
  ICCP: 0x20,
} as const;

export const FOURCC_BYTES = 4;
export const RIFF_HEADER_BYTES = 12;
export const CHUNK_HEADER_BYTES = 8;
export const VP8X_PAYLOAD_BYTES = 10;
/** RFC 9649, 2.4: a file is at most 4 GiB minus 2 bytes; the RIFF size does not count the first 8. */
export const MAX_RIFF_SIZE_BYTES = 2 ** 32 - 10;
/** RFC 9649, 2.5 to 2.6: 14 bits for each side. */
export const MAX_SIDE_PIXELS = 16_383;

export function readUint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

export function writeUint24(view: DataView, offset: number, value: number): void {
  view.setUint16(offset, value & 0xffff, true);
  view.setUint8(offset + 2, value >>> 16);
}

/** RIFF pads payloads to an even length. */
export function paddedLength(payloadBytes: number): number {
  return payloadBytes + (payloadBytes % 2);
}

function fourCc(name: string): number {
  return viewOf(utf8(name)).getUint32(0, true);
}
