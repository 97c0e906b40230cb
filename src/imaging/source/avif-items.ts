import { viewOf } from '../../shared/bytes.ts';
import type { Size } from '../../shared/pixels.ts';
import { type Box, findBox, readBoxes } from './bmff-boxes.ts';

export interface ItemProperties {
  readonly itemId: number;
  /** Property numbers, from 1, each with an optional ESSENTIAL_FLAG. */
  readonly associations: readonly number[];
}

export const ESSENTIAL_FLAG = 0x80_00;
/** Boxes with an entry per item; decoders search all items for each entry. */
const ITEM_LISTS: ReadonlySet<string> = new Set(['iinf', 'iloc', 'iref', 'ipma']);
/** Sum over the lists. A grid of a thousand named tiles has half as much. */
const MAX_ITEM_LIST_BYTES = 128 * 1024;

/** In the third byte of an AV1 configuration (AV1-ISOBMFF, section 2.3.3). */
export const HIGH_BIT_DEPTH_FLAG = 0x40;
export const TWELVE_BIT_FLAG = 0x20;
export const MONOCHROME_FLAG = 0x10;

export interface ItemIndex {
  readonly primaryId: number;
  readonly properties: readonly Box[];
  readonly items: readonly ItemProperties[];
  propertiesOf(itemId: number): Box[];
  /** Flags of the AV1 configuration of an item or of a grid's first cell; null without either. */
  av1FlagsOf(itemId: number): number | null;
  /** Whether a decoder of the image decodes the item's own bitstream: a grid has none, and a thumbnail is left alone. */
  isCoded(itemId: number): boolean;
  /** From a decoded grid to its tiles. */
  readonly grids: readonly Reference[];
}

export interface Reference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
  /** Replaces `to` in a copy of the box. */
  readonly writeTo: (iref: Uint8Array, to: readonly number[]) => void;
}

/** @throws {RangeError} when a box is broken, or the lists exceed MAX_ITEM_LIST_BYTES. */
export function indexItems(meta: readonly Box[]): ItemIndex {
  const iprp = readBoxes(findBox(meta, 'iprp').content);
  checkLists([...meta, ...iprp]);
  const properties = readBoxes(findBox(iprp, 'ipco').content);
  const items = readItemProperties(iprp);
  const associations = new Map(items.map((item) => [item.itemId, item.associations]));
  if (associations.size < items.length) throw new RangeError('An item has its properties twice');
  const primaryId = readPrimaryItemId(findBox(meta, 'pitm').content);
  const references = readReferences(meta);
  const cells = new Map(references.filter(isGrid).map(({ from, to }) => [from, to[0] ?? from]));
  const decoded = findDecoded(primaryId, references);
  const propertiesOf = (itemId: number): Box[] =>
    (associations.get(itemId) ?? []).flatMap(
      (association) => properties[(association & ~ESSENTIAL_FLAG) - 1] ?? [],
    );
  const av1FlagsOf = (itemId: number): number | null => {
    const own = propertiesOf(itemId);
    const first = propertiesOf(cells.get(itemId) ?? itemId);
    return [...own, ...first].find(({ type }) => type === 'av1C')?.content[2] ?? null;
  };
  const isCoded = (itemId: number): boolean =>
    decoded.has(itemId) && propertiesOf(itemId).some(({ type }) => type === 'av1C');
  const grids = references.filter((one) => isGrid(one) && decoded.has(one.from));
  return { primaryId, properties, items, propertiesOf, av1FlagsOf, isCoded, grids };
}

/** A list in memory takes a hundred times its bytes. @throws {RangeError} when they exceed MAX_ITEM_LIST_BYTES. */
export function checkLists(boxes: readonly Box[]): void {
  const lists = boxes.filter(({ type }) => ITEM_LISTS.has(type));
  if (lists.reduce((sum, { content }) => sum + content.length, 0) > MAX_ITEM_LIST_BYTES) {
    throw new RangeError('There are too many items');
  }
}

export function readPrimaryItemId(pitm: Uint8Array): number {
  const view = viewOf(pitm);
  return view.getUint8(0) === 0 ? view.getUint16(4) : view.getUint32(4);
}

/** Before rotation. @throws {RangeError} without an `ispe` property. */
export function readExtent(properties: readonly Box[]): Size {
  const extent = viewOf(findBox(properties, 'ispe').content);
  return { width: extent.getUint32(4), height: extent.getUint32(8) };
}

/** ISO/IEC 23008-12, section 9.3. */
function readItemProperties(iprp: readonly Box[]): ItemProperties[] {
  return iprp.filter(({ type }) => type === 'ipma').flatMap(({ content }) => readIpma(content));
}

/** The image with its cells, and their alpha planes with theirs. */
function findDecoded(primaryId: number, references: readonly Reference[]): ReadonlySet<number> {
  const cellsOf = (ids: ReadonlySet<number>): number[] =>
    references
      .filter((reference) => isGrid(reference) && ids.has(reference.from))
      .flatMap(({ to }) => to);
  const colors = new Set([primaryId]);
  for (const id of cellsOf(colors)) colors.add(id);
  const isAlphaOf = ({ type, to }: Reference): boolean =>
    type === 'auxl' && to.some((id) => colors.has(id));
  const alphas = new Set(references.filter(isAlphaOf).map(({ from }) => from));
  return new Set([...colors, ...alphas, ...cellsOf(alphas)]);
}

function isGrid({ type }: Reference): boolean {
  return type === 'dimg';
}

/** ISO/IEC 14496-12, section 8.11.12. */
export function readReferences(meta: readonly Box[]): Reference[] {
  return meta.filter(({ type }) => type === 'iref').flatMap(({ content }) => readIref(content));
}

function readIref(iref: Uint8Array): Reference[] {
  const versionBytes = 4;
  const idBytes = viewOf(iref).getUint8(0) > 0 ? 4 : 2;
  return readBoxes(iref.subarray(versionBytes)).map(({ type, content, start }) => {
    const view = viewOf(content);
    const idAt = (at: number): number => (idBytes === 4 ? view.getUint32(at) : view.getUint16(at));
    const count = view.getUint16(idBytes);
    const to = Array.from({ length: count }, (_, index) => idAt(idBytes + 2 + index * idBytes));
    const writeTo: Reference['writeTo'] = (copy, ids) => {
      const headerBytes = 8;
      const first = versionBytes + start + headerBytes + idBytes + 2;
      for (const [index, id] of ids.entries()) {
        const at = first + index * idBytes;
        if (idBytes === 4) viewOf(copy).setUint32(at, id);
        else viewOf(copy).setUint16(at, id);
      }
    };
    return { type, from: idAt(0), to, writeTo };
  });
}

function readIpma(ipma: Uint8Array): ItemProperties[] {
  const view = viewOf(ipma);
  const hasLongIds = view.getUint8(0) >= 1;
  const isLong = (view.getUint8(3) & 1) === 1;
  const entryCount = view.getUint32(4);
  const items: ItemProperties[] = [];
  let offset = 8;
  for (let entry = 0; entry < entryCount; entry += 1) {
    const itemId = hasLongIds ? view.getUint32(offset) : view.getUint16(offset);
    offset += hasLongIds ? 4 : 2;
    const count = view.getUint8(offset);
    offset += 1;
    const associations: number[] = [];
    for (let index = 0; index < count; index += 1) {
      associations.push(isLong ? view.getUint16(offset) : widen(view.getUint8(offset)));
      offset += isLong ? 2 : 1;
    }
    items.push({ itemId, associations });
  }
  return items;
}

/** Moves the essential flag from bit 7 of the short form to bit 15. */
function widen(association: number): number {
  return ((association & 0x80) << 8) | (association & 0x7f);
}
