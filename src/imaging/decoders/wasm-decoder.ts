import type { Pixels } from '../../shared/pixels.ts';
import type { ImageType } from '../sniff.ts';
import { normalizeAvif } from '../source/normalize-avif.ts';
import { keepPixelSegments, MAX_SURPLUS_BYTES } from '../source/normalize-jpeg.ts';

/** The types that one of the decoders of Emscripten's make reads. */
export type WasmDecodedType = Exclude<ImageType, 'image/png' | 'image/gif'>;

/** Called with exactly the arguments that the decoder declares: it counts them. */
export interface WasmDecoder {
  decode(file: Uint8Array, ...option: readonly (boolean | number)[]): Pixels | null;
}

/** JPEG: whether to apply EXIF orientation; AVIF: bits per channel. */
const OPTIONS = { 'image/jpeg': [false], 'image/avif': [8], 'image/webp': [] } as const;

/** What lets a decoder read files that browsers show and it would refuse. */
const NORMALIZERS = {
  'image/jpeg': keepPixelSegments,
  'image/avif': normalizeAvif,
  'image/webp': (file: Uint8Array) => file,
} as const;

/**
 * What libjpeg says when image data are missing or wrong: it paints on, and nobody wants half an image published. Its
 * other warnings leave the image whole.
 */
const JPEG_DAMAGE =
  /premature end|bad Huffman code|instead of RST|extraneous bytes before marker 0xd[0-7]/iu;
/** Few of them are padding; what leaves many unread went wrong before them. */
const JPEG_SURPLUS = /(\d+) extraneous bytes before marker/iu;
/** Before the end: behind it there is nothing that could be damaged. */
const JPEG_LAST_SURPLUS = /extraneous bytes before marker 0xd9/iu;

/**
 * The same image as the decoder reads it; the same bytes, or a view of them, where nothing is to mend.
 * @throws {RangeError} when the file is broken.
 */
export function normalizeSource(mimeType: WasmDecodedType, file: Uint8Array): Uint8Array {
  return NORMALIZERS[mimeType](file);
}

/** The stored pixels of a mended file; null when the decoder refuses it. */
export function callDecoder(
  decoder: WasmDecoder,
  mimeType: WasmDecodedType,
  normalized: Uint8Array,
): Pixels | null {
  return decoder.decode(normalized, ...OPTIONS[mimeType]);
}

/** Whether what the JPEG decoder printed means that the image it returned is not whole. */
export function tellsDamage(complaint: string): boolean {
  const surplusBytes = Number(JPEG_SURPLUS.exec(complaint)?.[1] ?? 0);
  return JPEG_DAMAGE.test(complaint) || surplusBytes > MAX_SURPLUS_BYTES;
}

/** Whether there may be damage behind what the JPEG decoder printed: it tells its first complaint alone. */
export function mayHideDamage(complaint: string): boolean {
  return !JPEG_LAST_SURPLUS.test(complaint);
}
