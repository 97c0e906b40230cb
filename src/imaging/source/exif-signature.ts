import { startsWithAscii } from './slice-exactly.ts';

/** Before the block in a JPEG. */
export const EXIF_SIGNATURE = 'Exif\0\0';

/** Some writers put that of a JPEG before the block of another type. */
export function withoutExifSignature(block: Uint8Array): Uint8Array {
  return startsWithAscii(block, EXIF_SIGNATURE) ? block.subarray(EXIF_SIGNATURE.length) : block;
}
