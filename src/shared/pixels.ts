export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Edges may lie between two pixels. */
export interface CropBox extends Size {
  readonly left: number;
  readonly top: number;
}

export const BYTES_PER_PIXEL = 4;

/** Straight (not premultiplied) RGBA, 8 bits per sample, rows from the top without gaps. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}
