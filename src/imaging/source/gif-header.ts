import { viewOf } from '../../shared/bytes.ts';
import { sliceExactly } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

const SCREEN_DESCRIPTOR_END = 13;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
/** Compression bound of LZW: the longest string of a full table in one code of 12 bits. */
const MAX_PIXELS_PER_BYTE = (4096 * 8) / 12;
/** Smaller screens may be empty. */
const MAX_EMPTY_PIXELS = 16_000_000;

export interface GifImage {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
  /** RGB triples; null without a local and a global table. */
  readonly palette: Uint8Array | null;
  readonly transparentIndex: number | null;
  /** Offset of the LZW code size, before the sub-blocks. */
  readonly dataOffset: number;
}

/** The logical screen, enlarged to the first image's extent, as in browsers. @throws {RangeError} without an image. */
export function readGifHeader(file: Uint8Array): SourceInfo {
  const view = viewOf(file);
  const images = walkGifBlocks(file);
  const first = images.next();
  if (first.done === true) throw new RangeError('There is no image');
  const { left, top } = first.value;
  const width = Math.max(view.getUint16(6, true), left + first.value.width);
  const height = Math.max(view.getUint16(8, true), top + first.value.height);
  const isEmpty = width * height > Math.max(MAX_EMPTY_PIXELS, file.length * MAX_PIXELS_PER_BYTE);
  return {
    width,
    height,
    animated: images.next().done !== true,
    hasAlpha:
      first.value.transparentIndex !== null ||
      width * height > first.value.width * first.value.height,
    orientation: 1,
    color: { kind: 'srgb' },
    aperture: null,
    obstacle: isEmpty ? 'The GIF is a small picture on a huge empty screen' : null,
  };
}

/** GIF89a, 18 to 23. Ends at a byte that starts no block. @throws {RangeError} when a block is cut short. */
export function* walkGifBlocks(file: Uint8Array): Generator<GifImage> {
  const view = viewOf(file);
  const globalTable = readColorTable(file, SCREEN_DESCRIPTOR_END, view.getUint8(10));
  let offset = SCREEN_DESCRIPTOR_END + (globalTable?.length ?? 0);
  let transparentIndex: number | null = null;
  while (offset < file.length) {
    const label = view.getUint8(offset);
    if (label === EXTENSION) {
      if (view.getUint8(offset + 1) === GRAPHIC_CONTROL) {
        const isTransparent = (view.getUint8(offset + 3) & 1) === 1;
        transparentIndex = isTransparent ? view.getUint8(offset + 6) : null;
      }
      offset = skipSubBlocks(view, offset + 2);
    } else if (label === IMAGE) {
      const flags = view.getUint8(offset + 9);
      const localTable = readColorTable(file, offset + 10, flags);
      const dataOffset = offset + 10 + (localTable?.length ?? 0);
      yield {
        left: view.getUint16(offset + 1, true),
        top: view.getUint16(offset + 3, true),
        width: view.getUint16(offset + 5, true),
        height: view.getUint16(offset + 7, true),
        interlaced: (flags & 0x40) !== 0,
        palette: localTable ?? globalTable,
        transparentIndex,
        dataOffset,
      };
      transparentIndex = null;
      offset = skipSubBlocks(view, dataOffset + 1);
    } else {
      return;
    }
  }
}

function readColorTable(file: Uint8Array, offset: number, flags: number): Uint8Array | null {
  return (flags & 0x80) === 0 ? null : sliceExactly(file, offset, 3 * 2 ** ((flags & 0x07) + 1));
}

function skipSubBlocks(view: DataView, start: number): number {
  let offset = start;
  for (;;) {
    const length = view.getUint8(offset);
    offset += 1 + length;
    if (length === 0) return offset;
  }
}
