/** A mark ready to be blended: RGBA with the colours premultiplied by alpha, rows without gaps. */
export interface Overlay {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}
