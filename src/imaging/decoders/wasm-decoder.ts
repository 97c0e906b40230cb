import type { Pixels } from '../../shared/pixels.ts';
import type { ImageType } from '../sniff.ts';
import { normalizeAvif } from '../source/normalize-avif.ts';
import { stripSegmentMetadata, MAX_SURPLUS_BYTES } from '../source/normalize-jpeg.ts';

export type WasmDecodedType = Exclude<ImageType, 'image/png' | 'image/gif'>;

/** Pass exactly the declared arguments: embind counts them. */
export interface WasmDecoder {
  decode(file: Uint8Array, ...option: readonly (boolean | number)[]): Pixels | null;
}

/** JPEG: whether to apply EXIF orientation; AVIF: bits per channel. */
const OPTIONS = { 'image/jpeg': [false], 'image/avif': [8], 'image/webp': [] } as const;

/** Rewrites files that browsers show and the decoder would refuse. */
const NORMALIZERS = {
  'image/jpeg': stripSegmentMetadata,
  'image/avif': normalizeAvif,
  'image/webp': (file: Uint8Array) => file,
} as const;

/** libjpeg fills missing or wrong image data after these warnings; after others the image is whole. */
const JPEG_DAMAGE =
  /premature end|bad Huffman code|instead of RST|extraneous bytes before marker 0xd[0-7]/iu;
/** A few surplus bytes are padding; many mean a decoding error before them. */
const JPEG_SURPLUS = /(\d+) extraneous bytes before marker/iu;
/** Before EOI, after which nothing can be damaged. */
const JPEG_LAST_SURPLUS = /extraneous bytes before marker 0xd9/iu;

/** May return the same bytes. @throws {RangeError} when the file is broken. */
export function normalizeSource(mimeType: WasmDecodedType, file: Uint8Array): Uint8Array {
  return NORMALIZERS[mimeType](file);
}

/** Returns the stored pixels; null when the decoder refuses the file. */
export function callDecoder(
  decoder: WasmDecoder,
  mimeType: WasmDecodedType,
  normalized: Uint8Array,
): Pixels | null {
  return decoder.decode(normalized, ...OPTIONS[mimeType]);
}

export function indicatesDamage(warning: string): boolean {
  const surplusBytes = Number(JPEG_SURPLUS.exec(warning)?.[1] ?? 0);
  return JPEG_DAMAGE.test(warning) || surplusBytes > MAX_SURPLUS_BYTES;
}

/** Whether damage may follow a warning: the decoder reports only its first. */
export function mayHideDamage(warning: string): boolean {
  return !JPEG_LAST_SURPLUS.test(warning);
}
