import { viewOf } from '../../shared/bytes.ts';
import { checkLists, readPrimaryItemId, readReferences } from './avif-items.ts';
import { type Box, findBox, readBoxes } from './bmff-boxes.ts';
import { withoutExifSignature } from './exif-signature.ts';
import { type ItemLocation, readLocations } from './item-locations.ts';
import { readAscii } from './slice-exactly.ts';

interface Extent {
  /** In the file, and in the item. */
  readonly offset: number;
  readonly at: number;
  readonly length: number;
  /** Bytes from its beginning that have passed. */
  passed: number;
}

const VERSION_BYTES = 4;
/** The rest, of thumbnails and of a maker's notes, is left out. */
const MAX_ITEM_BYTES = 1024 * 1024;
/** Writers need one. */
const MAX_EXTENTS = 16;
/** Before the block: where it begins (ISO/IEC 23008-12, annex A.2.1). */
const OFFSET_BYTES = 4;

/** The item of EXIF, gathered from parts of the file as they pass, in the file's order. */
export class AvifExif {
  readonly #item: Uint8Array;
  readonly #isInside: boolean;
  readonly #extents: readonly Extent[];

  /** `inside` is the content of the `idat` box. */
  constructor({ extents, isInside }: ItemLocation, inside: Uint8Array) {
    let size = 0;
    this.#extents = extents.map(({ offset, length }) => {
      const at = size;
      const left = MAX_ITEM_BYTES - at;
      // No length means all the rest.
      size += length === 0 ? left : Math.min(length, left);
      return { offset, at, length: size - at, passed: 0 };
    });
    this.#item = new Uint8Array(size);
    this.#isInside = isInside;
    if (isInside) this.#copy(0, inside);
  }

  /** Whether bytes of the item are between these offsets in the file. */
  isBetween(start: number, end: number): boolean {
    const isIn = ({ offset, length }: Extent): boolean => offset < end && offset + length > start;
    return !this.#isInside && this.#extents.some(isIn);
  }

  /** A part of the file, which begins at `start`. */
  take(start: number, part: Uint8Array): void {
    if (!this.#isInside) this.#copy(start, part);
  }

  /** From its byte order on, up to the first byte that has not passed. */
  get block(): Uint8Array {
    const lacking = this.#extents.find(({ length, passed }) => passed < length);
    const end = lacking === undefined ? this.#item.length : lacking.at + lacking.passed;
    if (end < OFFSET_BYTES) return new Uint8Array();
    const start = OFFSET_BYTES + viewOf(this.#item).getUint32(0);
    return withoutExifSignature(this.#item.subarray(0, end).subarray(start));
  }

  #copy(start: number, part: Uint8Array): void {
    for (const extent of this.#extents) {
      const { offset, at, length } = extent;
      const from = Math.max(start, offset);
      const to = Math.min(start + part.length, offset + length);
      if (from >= to || from !== offset + extent.passed) continue;
      this.#item.set(part.subarray(from - start, to - start), at + extent.passed);
      extent.passed = to - offset;
    }
  }
}

/** `meta`: the content of the box. Null without EXIF of the image, or when the lists of items are broken or too long. */
export function openAvifExif(meta: Uint8Array): AvifExif | null {
  try {
    const boxes = readBoxes(meta.subarray(VERSION_BYTES));
    checkLists(boxes);
    const location = locateExif(boxes);
    const inside = boxes.find(({ type }) => type === 'idat')?.content ?? new Uint8Array();
    return location === null ? null : new AvifExif(location, inside);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function locateExif(meta: readonly Box[]): ItemLocation | null {
  const itemId = findExifItem(meta);
  if (itemId === null) return null;
  for (const location of readLocations(findBox(meta, 'iloc').content)) {
    if (location.itemId !== itemId) continue;
    return location.extents.length > MAX_EXTENTS ? null : location;
  }
  return null;
}

/** The first that describes the image, as decoders read it: others are of thumbnails. */
function findExifItem(meta: readonly Box[]): number | null {
  const primaryId = readPrimaryItemId(findBox(meta, 'pitm').content);
  const exifIds = readItemIds(findBox(meta, 'iinf').content, 'Exif');
  const described = readReferences(meta).find(
    ({ type, from, to }) => type === 'cdsc' && exifIds.has(from) && to.includes(primaryId),
  );
  return described?.from ?? null;
}

/** ISO/IEC 14496-12, section 8.11.6. */
function readItemIds(iinf: Uint8Array, itemType: string): ReadonlySet<number> {
  const countBytes = viewOf(iinf).getUint8(0) === 0 ? 2 : 4;
  const ids = new Set<number>();
  for (const { type, content } of readBoxes(iinf.subarray(VERSION_BYTES + countBytes))) {
    const view = viewOf(content);
    const version = type === 'infe' ? view.getUint8(0) : 0;
    // Older versions have no type.
    if (version !== 2 && version !== 3) continue;
    const idBytes = version === 2 ? 2 : 4;
    if (readAscii(content, VERSION_BYTES + idBytes + 2, 4) !== itemType) continue;
    ids.add(idBytes === 2 ? view.getUint16(VERSION_BYTES) : view.getUint32(VERSION_BYTES));
  }
  return ids;
}
