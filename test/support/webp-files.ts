import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Builds and parses valid and invalid WebP files, without the code under test. */
export interface Chunk {
  readonly name: string;
  readonly payload: Uint8Array;
  /** The size in the chunk's header, if not the payload's length. */
  readonly size?: number;
  /** The padding byte after an odd payload. */
  readonly pad?: number;
}

export const chunk = (name: string, payload: Uint8Array | string): Chunk => ({
  name,
  payload: typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload,
});

const bytesOf = ({ name, payload, size, pad }: Chunk): Buffer => {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(size ?? payload.length, 4);
  const padding = payload.length % 2 === 1 ? [pad ?? 0] : [];
  return Buffer.concat([header, payload, Buffer.from(padding)]);
};

export const webp = (chunks: readonly Chunk[], riffSize?: number): Buffer => {
  const body = Buffer.concat(chunks.map(bytesOf));
  const header = Buffer.from('RIFF    WEBP');
  header.writeUInt32LE(riffSize ?? body.length + 4, 4);
  return Buffer.concat([header, body]);
};

/** The chunks of a file with correct sizes. */
export const chunksOf = (file: Uint8Array): Chunk[] => {
  const bytes = Buffer.from(file);
  const chunks: Chunk[] = [];
  for (let at = 12; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.push({
      name: bytes.toString('latin1', at, at + 4),
      payload: bytes.subarray(at + 8, at + 8 + size),
    });
    at += 8 + size + (size % 2);
  }
  return chunks;
};

export const vp8x = (flags: number, width: number, height: number): Chunk => {
  const payload = Buffer.alloc(10);
  payload.writeUInt8(flags);
  payload.writeUIntLE(width - 1, 4, 3);
  payload.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', payload);
};

/** A VP8 chunk with a header and filler for both partitions. */
export const vp8 = (width: number, height: number, firstPartitionBytes = 4): Chunk => {
  const payload = Buffer.alloc(20);
  payload.writeUIntLE((firstPartitionBytes << 5) | 0x10, 0, 3);
  payload.write('9d012a', 3, 'hex');
  payload.writeUInt16LE(width, 6);
  payload.writeUInt16LE(height, 8);
  return chunk('VP8 ', payload);
};

export const vp8l = (width: number, height: number, hasAlpha = false): Chunk => {
  const payload = Buffer.alloc(12);
  payload.writeUInt8(0x2f);
  payload.writeUInt32LE(((width - 1) | ((height - 1) << 14) | (hasAlpha ? 1 << 28 : 0)) >>> 0, 1);
  return chunk('VP8L', payload);
};

export const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../fixtures/webp', `${name}.webp`));

export const STILL_FIXTURES = [
  'one-pixel',
  'lossy',
  'lossless',
  'lossless-alpha',
  'lossy-alpha',
  'lossy-alpha-raw',
  'lossy-icc',
  'lossy-exif',
  'lossless-icc-xmp',
  'lossy-alpha-all',
] as const;
