export const BYTES_PER_PIXEL = 4;

/** Straight (not premultiplied) RGBA, 8 bits a sample, rows from the top without gaps. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}
