import type { Size } from '../../shared/pixels.ts';

/**
 * An image as a lossy WebP has it: luma and transparency of every pixel, and chroma of every square of two by two
 * (RFC 6386, 2; BT.601), rows from the top without gaps.
 */
export interface Planes extends Size {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** Null for an opaque image. */
  readonly alpha: Uint8Array | null;
}
