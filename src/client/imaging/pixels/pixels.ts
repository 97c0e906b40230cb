/** Decoded pixels: red, green, blue and unassociated alpha, 8 bits each, rows from top to bottom. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}
