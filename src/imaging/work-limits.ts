/**
 * Limits beyond which a file counts as damaged: at most 2 s of processor time, derived from its structure, since
 * Workers' clocks stand still during a codec call. Real files stay far below. `npm run bench -- bombs` measures them.
 */

const MIB = 1024 * 1024;

export const PNG_LIMITS = {
  /** Inflated data past the last row: the image's own size or this, if larger. A gigabyte takes 1 s. */
  surplusBytes: MIB,
  /** Compressed blocks. An empty one costs the decoder 9 µs. */
  codedBlocks: 32_768,
  /** IDAT chunks. One of a single byte costs the decoder 18 µs. */
  dataChunks: 32_768,
  /** Compressed or inflated profile. Firefox has the same limit. */
  profileBytes: 4 * MIB,
} as const;

export const JPEG_LIMITS = {
  /** Each scan, even of a dozen bytes, is a pass over the image; ten are usual. Chrome has the same limit. */
  scans: 100,
  /** Block visits of all scans per block of the image; six are usual. A visit takes 0.15 µs. */
  visitsPerBlock: 24,
  /** Always allowed, for small images. */
  visits: 4_000_000,
} as const;

export const AVIF_LIMITS = {
  /** Pixels of all frames per pixel of the image, and a constant beside them. */
  decodedPixelsPerPixel: 8,
  decodedPixels: 32_000_000,
  /** Coded bytes per pixel, and a constant beside them. Lossless noise with alpha has 5. A megabyte takes 0.2 s. */
  codedBytesPerPixel: 6,
  codedBytes: MIB,
} as const;
