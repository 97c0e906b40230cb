import { joinBytes, viewOf } from '../../shared/bytes.ts';
import type { Box } from './bmff-boxes.ts';

/** Where an item lies: in the file, or in the data box beside its description. */
interface ItemLocation {
  readonly itemId: number;
  readonly isInside: boolean;
  readonly extents: readonly { readonly offset: number; readonly length: number }[];
}

/** Layers are frames, too, of which there are 32 at most; usual is one. */
export const MAX_FRAMES = 32;
/** A frame may come in as many groups of tiles as it has tiles. */
const MAX_UNITS = 8192;
/** Of all items together; most have one. They may take no bytes in the file. */
const MAX_EXTENTS = 65_536;
/** Types of units of AV1 (AV1 bitstream specification, section 6.2.2), and flags beside them. */
const FRAME_HEADER = 3;
const FRAME = 6;
const EXTENSION_FLAG = 0x04;
const SIZE_FLAG = 0x02;
const MAX_SIZE_BYTES = 8;

/**
 * Looks at the coded items of a picture: a decoder decodes all frames that they hold, hidden ones too, of a dozen bytes
 * each, and every one of them takes as long as a picture.
 * @throws {RangeError} when one has more frames than any picture.
 */
export function demandFewFrames(
  file: Uint8Array,
  meta: readonly Box[],
  isCoded: (itemId: number) => boolean,
): void {
  const find = (type: string): Uint8Array =>
    meta.find((box) => box.type === type)?.content ?? new Uint8Array();
  const inside = find('idat');
  let joinedBytes = 0;
  for (const { itemId, isInside, extents } of readLocations(find('iloc'))) {
    if (!isCoded(itemId)) continue;
    const source = isInside ? inside : file;
    const pieces = extents.map(({ offset, length }) =>
      source.subarray(offset, length === 0 ? undefined : offset + length),
    );
    const [first = new Uint8Array(), ...others] = pieces;
    if (others.length > 0) joinedBytes += pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (joinedBytes > file.length) throw new RangeError('The items have more data than the file');
    if (countFrames(others.length === 0 ? first : joinBytes(pieces)) > MAX_FRAMES) {
      throw new RangeError('There are too many frames');
    }
  }
}

/** The content of an `iloc` box (ISO/IEC 14496-12, section 8.11.3). */
function* readLocations(iloc: Uint8Array): Generator<ItemLocation> {
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
    const itemId = take(idBytes);
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
    yield { itemId, isInside, extents };
  }
}

/** Sections 5.3.1 and 5.3.2 of the bitstream. Counts no further than is needed. */
function countFrames(data: Uint8Array): number {
  let frames = 0;
  let at = 0;
  for (let units = 0; at < data.length && frames <= MAX_FRAMES; units += 1) {
    if (units === MAX_UNITS) throw new RangeError('There are too many units');
    const header = data[at] ?? 0;
    const type = (header >> 3) & 0x0f;
    if (type === FRAME || type === FRAME_HEADER) frames += 1;
    if ((header & SIZE_FLAG) === 0) return frames;
    at += (header & EXTENSION_FLAG) === 0 ? 1 : 2;
    let size = 0;
    for (let place = 0; place < MAX_SIZE_BYTES; place += 1) {
      const byte = data[at] ?? 0;
      at += 1;
      size += (byte & 0x7f) * 2 ** (7 * place);
      if ((byte & 0x80) === 0) break;
    }
    at += size;
  }
  return frames;
}
