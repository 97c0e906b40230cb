/**
 * What a file may cost before it counts as damaged: 2 s of processor time at most, told by its structure, since no clock
 * runs while a codec does. Real files stay far below each of these. `npm run bench -- bombs` measures files at the limits.
 */

const MIB = 1024 * 1024;

export const PNG_LIMITS = {
  /** Inflated image data behind the last row: as many as there are before it, or so many. A gigabyte takes 1 s. */
  surplusBytes: MIB,
  /** Blocks of compressed image data. The decoder takes 9 µs for each that is empty. */
  codedBlocks: 32_768,
  /** Chunks of image data. The decoder takes 18 µs for each byte that comes alone. */
  dataChunks: 32_768,
  /** A profile, compressed or not. Firefox has the same limit. */
  profileBytes: 4 * MIB,
} as const;

export const JPEG_LIMITS = {
  /** Each is a pass over the picture, be it of a dozen bytes; usual are ten. Chrome shows no more than these, too. */
  scans: 100,
  /** Blocks that all scans go through, for one that the picture has; usual are six. The decoders take 0.15 µs for each. */
  visitsPerBlock: 24,
  /** And in pictures that are so small that it does not matter. */
  visits: 4_000_000,
} as const;

export const AVIF_LIMITS = {
  /** Pixels of all frames that the items of a file hold, for one that the picture has, and beside those. */
  decodedPixelsPerPixel: 8,
  decodedPixels: 32_000_000,
  /** Coded bytes for a pixel, and beside those: noise without loss has 5, with transparency. A megabyte takes 0.2 s. */
  codedBytesPerPixel: 6,
  codedBytes: MIB,
} as const;
