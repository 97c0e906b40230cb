import { viewOf } from '../../shared/bytes.ts';

/** Values of a directory of EXIF, by their tags (EXIF 2.32, section 4.6.2). */
export interface ExifDirectory {
  /** In UTF-8, up to the first zero byte. */
  text(tag: number): string | undefined;
  /** The first value of a short integer. */
  short(tag: number): number | undefined;
  /** The first value of an integer or a fraction. */
  number(tag: number): number | undefined;
  /** The first `count` fractions of at least as many; none of fewer. */
  numbers(tag: number, count: number): readonly number[];
}

/** Tags that a camera writes; damaged files name more. */
const MAX_ENTRIES = 512;
const ENTRY_BYTES = 12;
const INLINE_BYTES = 4;
const TEXT_MAX_BYTES = 512;

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const UTF8 = 129;

const RATIONAL_BYTES = 8;

const EMPTY: ExifDirectory = {
  text: () => undefined,
  short: () => undefined,
  number: () => undefined,
  numbers: () => [],
};

/** Undefined without a byte order. @param tiff a block of EXIF from its byte order on. */
export function openExif(
  tiff: Uint8Array,
): { readonly first: ExifDirectory; linked: (tag: number) => ExifDirectory } | undefined {
  const view = viewOf(tiff);
  if (view.byteLength < 8) return undefined;
  const mark = view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) return undefined;
  const isLittle = mark === 0x4949;
  const first = readDirectory(view, view.getUint32(4, isLittle), isLittle);
  const linked = (tag: number): ExifDirectory =>
    readDirectory(view, first.number(tag) ?? view.byteLength, isLittle);
  return { first, linked };
}

/** `start` in the block `view`. Whatever lies outside the block is missing: damaged metadata refuses no image. */
function readDirectory(view: DataView, start: number, isLittle: boolean): ExifDirectory {
  if (!Number.isInteger(start) || start + 2 > view.byteLength) return EMPTY;
  const entries = new Map<number, number>();
  const count = Math.min(view.getUint16(start, isLittle), MAX_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > view.byteLength) break;
    const tag = view.getUint16(entry, isLittle);
    if (!entries.has(tag)) entries.set(tag, entry);
  }
  const typeOf = (entry: number): number => view.getUint16(entry + 2, isLittle);
  const place = (entry: number, bytes: number): number | undefined => {
    const at = bytes <= INLINE_BYTES ? entry + 8 : view.getUint32(entry + 8, isLittle);
    return at + bytes <= view.byteLength ? at : undefined;
  };
  const rationals = (entry: number, count: number): number[] => {
    const at = place(entry, count * RATIONAL_BYTES);
    if (at === undefined) return [];
    return Array.from({ length: count }, (_, index) => {
      const start = at + index * RATIONAL_BYTES;
      return view.getUint32(start, isLittle) / view.getUint32(start + 4, isLittle);
    });
  };
  return {
    text(tag) {
      const entry = entries.get(tag);
      if (entry === undefined || ![ASCII, UTF8].includes(typeOf(entry))) return undefined;
      const bytes = view.getUint32(entry + 4, isLittle);
      const at = place(entry, bytes);
      return at === undefined ? undefined : readText(view, at, Math.min(bytes, TEXT_MAX_BYTES));
    },
    short(tag) {
      const entry = entries.get(tag);
      if (entry === undefined || typeOf(entry) !== SHORT) return undefined;
      return view.getUint16(entry + 8, isLittle);
    },
    number(tag) {
      const entry = entries.get(tag);
      if (entry === undefined || view.getUint32(entry + 4, isLittle) === 0) return undefined;
      const type = typeOf(entry);
      if (type === SHORT) return view.getUint16(entry + 8, isLittle);
      if (type === LONG) return view.getUint32(entry + 8, isLittle);
      return type === RATIONAL ? rationals(entry, 1)[0] : undefined;
    },
    numbers(tag, count) {
      const entry = entries.get(tag);
      if (entry === undefined || typeOf(entry) !== RATIONAL) return [];
      return view.getUint32(entry + 4, isLittle) < count ? [] : rationals(entry, count);
    },
  };
}

function readText(view: DataView, at: number, bytes: number): string {
  const text = new Uint8Array(view.buffer, view.byteOffset + at, bytes);
  const end = text.indexOf(0);
  // A copy, as decoders refuse shared memory.
  return new TextDecoder().decode(text.slice(0, end < 0 ? bytes : end));
}
