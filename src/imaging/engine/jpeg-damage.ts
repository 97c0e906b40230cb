import { MAX_SURPLUS_BYTES } from '../source/normalize-jpeg.ts';

/** libjpeg fills missing or wrong image data after these warnings; after others the image is whole. */
const DAMAGE =
  /premature end|bad Huffman code|instead of RST|extraneous bytes before marker 0xd[0-7]/iu;
/** A few surplus bytes are padding; many mean a decoding error before them. */
const SURPLUS = /(\d+) extraneous bytes before marker/iu;

/** @throws {Error} when libjpeg's warning means that the image is damaged. */
export function refuseDamage(warning: string): void {
  const surplusBytes = Number(SURPLUS.exec(warning)?.[1] ?? 0);
  if (DAMAGE.test(warning) || surplusBytes > MAX_SURPLUS_BYTES) throw new Error(warning);
}
