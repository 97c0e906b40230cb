import { utf8, viewOf } from '../../shared/bytes.ts';

export const SIGNATURE_BYTES = 8;
export const CHUNK_HEADER_BYTES = 8;
export const CHECKSUM_BYTES = 4;

const READ_TYPES = 'IHDR PLTE tRNS IDAT IEND acTL fcTL fdAT cHRM cICP eXIf gAMA iCCP sRGB'.split(
  ' ',
);
/** Keyed by the four bytes of a type. */
const TYPES: ReadonlyMap<number, string> = new Map(
  READ_TYPES.map((type) => [viewOf(utf8(type)).getUint32(0), type]),
);

/** Undefined for a type that nothing here reads. */
export function chunkTypeAt(view: DataView, start: number): string | undefined {
  return TYPES.get(view.getUint32(start + 4));
}

export interface Chunk {
  readonly type: string;
  /** Offsets of its length field, and of its checksum. */
  readonly start: number;
  readonly end: number;
}

/**
 * Known types only. Stops at IEND (PNG third edition, section 5). After image data, the file may lack IEND or end in a metadata chunk.
 * @throws {RangeError} when it ends earlier.
 */
export function* walkChunks(file: Uint8Array): Generator<Chunk> {
  const view = viewOf(file);
  let hasPixels = false;
  let offset = SIGNATURE_BYTES;
  for (;;) {
    if (hasPixels && offset + CHUNK_HEADER_BYTES > file.length) return;
    const length = view.getUint32(offset);
    const type = chunkTypeAt(view, offset);
    const end = offset + CHUNK_HEADER_BYTES + length;
    if (type === 'IEND' || (hasPixels && type !== 'IDAT' && end > file.length)) return;
    hasPixels ||= type === 'IDAT';
    if (end > file.length) throw new RangeError('The file ends too early');
    if (type !== undefined) yield { type, start: offset, end };
    offset = end + CHECKSUM_BYTES;
  }
}
