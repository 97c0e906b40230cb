import type { Size } from '../../shared/pixels.ts';

/** Luma and alpha per pixel, chroma per square of 2 × 2 (RFC 6386, 2; BT.601), rows from the top without gaps. */
export interface Planes extends Size {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  readonly alpha: Uint8Array | null;
}
