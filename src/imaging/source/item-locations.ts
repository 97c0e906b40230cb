import { viewOf } from '../../shared/bytes.ts';

/** `isInside` means offsets into the `idat` box instead of the file. */
export interface ItemLocation {
  readonly itemId: number;
  readonly isInside: boolean;
  readonly extents: readonly { readonly offset: number; readonly length: number }[];
  /** Of the entry, and of what follows its item id, in the content of the box. */
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
}

/** Sum over all items; most have one. An extent may take no bytes in the file. */
const MAX_EXTENTS = 65_536;

/** Entries of an `iloc` box (ISO/IEC 14496-12, section 8.11.3). @throws {RangeError} when broken or beyond MAX_EXTENTS. */
export function* readLocations(iloc: Uint8Array): Generator<ItemLocation> {
  if (iloc.length === 0) return;
  const view = viewOf(iloc);
  const version = view.getUint8(0);
  const sizes = view.getUint16(4);
  let at = 6;
  const take = (bytes: number): number => {
    at += bytes;
    if (bytes === 0) return 0;
    if (bytes === 8) return Number(view.getBigUint64(at - 8));
    return bytes === 2 ? view.getUint16(at - 2) : view.getUint32(at - 4);
  };
  const takeField = (shift: number): number =>
    take(((sizes >> shift) & 0x0f) === 8 ? 8 : (sizes >> shift) & 4);
  let extentsLeft = MAX_EXTENTS;
  const idBytes = version < 2 ? 2 : 4;
  for (let left = take(idBytes); left > 0; left -= 1) {
    const start = at;
    const itemId = take(idBytes);
    const bodyStart = at;
    const isInside = version > 0 && (take(2) & 0x0f) === 1;
    take(2);
    const base = takeField(4);
    const count = take(2);
    extentsLeft -= count;
    if (extentsLeft < 0) throw new RangeError('The items are in too many pieces');
    const extents = Array.from({ length: count }, () => {
      if (version > 0) takeField(0);
      return { offset: base + takeField(12), length: takeField(8) };
    });
    yield { itemId, isInside, extents, start, bodyStart, end: at };
  }
}
