import { viewOf } from '../../../lib/bytes.ts';
import { readAscii, sliceExactly } from './slice-exactly.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12, section 4.2). */
export interface Box {
  readonly type: string;
  readonly content: Uint8Array;
  /** Where its header begins in the bytes that it was read from. */
  readonly start: number;
  readonly end: number;
}

/** The properties of one item, as `ipma` refers to them. */
export interface ItemProperties {
  readonly itemId: number;
  /** Each the number of a property, from 1, with ESSENTIAL_FLAG where a reader must know it. */
  readonly associations: readonly number[];
}

export const ESSENTIAL_FLAG = 0x80_00;

/**
 * The boxes in a box's content.
 * @throws {RangeError} when one is cut short.
 */
export function readBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset + 8 <= bytes.length; offset = boxes.at(-1)?.end ?? bytes.length) {
    boxes.push(readBox(bytes, offset));
  }
  return boxes;
}

/**
 * The boxes of a whole file, without what follows its picture and is no box.
 * @throws {RangeError} when one is cut short that the picture may need.
 */
export function readFileBoxes(file: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset + 8 <= file.length; offset = boxes.at(-1)?.end ?? file.length) {
    try {
      boxes.push(readBox(file, offset));
    } catch (error) {
      const isWhole = ['meta', 'mdat'].every((needed) => boxes.some(({ type }) => type === needed));
      if (!isWhole || readAscii(file, offset + 4, 4) === 'mdat') throw error;
      return boxes;
    }
  }
  return boxes;
}

/** @throws {RangeError} when there is none. */
export function findBox(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((candidate) => candidate.type === type);
  if (box === undefined) throw new RangeError(`There is no ${type} box`);
  return box;
}

/**
 * All associations of an `iprp` box (ISO/IEC 23008-12, section 9.3).
 * @throws {RangeError} when they are cut short.
 */
export function readItemProperties(iprp: readonly Box[]): ItemProperties[] {
  return iprp.filter(({ type }) => type === 'ipma').flatMap(({ content }) => readIpma(content));
}

function readBox(bytes: Uint8Array, start: number): Box {
  const view = viewOf(bytes);
  const shortSize = view.getUint32(start);
  const headerBytes = shortSize === 1 ? 16 : 8;
  let size = shortSize;
  if (shortSize === 1) size = Number(view.getBigUint64(start + 8));
  if (shortSize === 0) size = bytes.length - start;
  if (size < headerBytes) throw new RangeError('A box is shorter than its header');
  const type = readAscii(bytes, start + 4, 4);
  const content = sliceExactly(bytes, start + headerBytes, size - headerBytes);
  return { type, content, start, end: start + size };
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

/** The short form has its flag in the highest bit, too. */
function widen(association: number): number {
  return ((association & 0x80) << 8) | (association & 0x7f);
}
