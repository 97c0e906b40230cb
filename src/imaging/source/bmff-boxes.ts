import { viewOf } from '../../shared/bytes.ts';
import { readAscii, sliceExactly } from './slice-exactly.ts';

/** ISO/IEC 14496-12, section 4.2. */
export interface Box {
  readonly type: string;
  readonly content: Uint8Array;
  /** Offset of its header in the parent's bytes. */
  readonly start: number;
  readonly end: number;
}

/** Per parent. A grid of hundreds of tiles has one or two reference boxes for each. */
export const MAX_BOXES = 4096;

/** @throws {RangeError} when a box is cut short, or there are more than MAX_BOXES. */
export function readBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset + 8 <= bytes.length; offset = boxes.at(-1)?.end ?? bytes.length) {
    addBox(boxes, readBox(bytes, offset));
  }
  return boxes;
}

/** Ignores trailing bytes. @throws {RangeError} when a box is cut short, or there are more than MAX_BOXES. */
export function readFileBoxes(file: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset + 8 <= file.length; offset = boxes.at(-1)?.end ?? file.length) {
    try {
      addBox(boxes, readBox(file, offset));
    } catch (error) {
      if (!hasData(boxes) || readAscii(file, offset + 4, 4) === 'mdat') throw error;
      return boxes;
    }
  }
  return boxes;
}

export function findBox(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((candidate) => candidate.type === type);
  if (box === undefined) throw new RangeError(`There is no ${type} box`);
  return box;
}

function addBox(boxes: Box[], box: Box): void {
  if (boxes.length === MAX_BOXES) throw new RangeError('There are too many boxes');
  boxes.push(box);
}

/** Image data are in `mdat`, or in `idat` within the description (section 8.11.11). */
function hasData(boxes: readonly Box[]): boolean {
  const meta = boxes.find(({ type }) => type === 'meta')?.content.subarray(4);
  if (meta === undefined) return false;
  return [...boxes, ...readBoxes(meta)].some(({ type }) => type === 'mdat' || type === 'idat');
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
