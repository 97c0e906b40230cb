export const WATERMARK_POSITIONS = [
  'top_left',
  'top',
  'top_right',
  'left',
  'center',
  'right',
  'bottom_left',
  'bottom',
  'bottom_right',
] as const;

export type WatermarkPosition = (typeof WATERMARK_POSITIONS)[number];

export const WATERMARK_TEXT_MAX_CODE_POINTS = 100;
/** Longest edge of a watermark image, in pixels, before it is scaled. */
export const WATERMARK_IMAGE_MAX_EDGE = 1024;

interface WatermarkLayout {
  readonly position: WatermarkPosition;
  /** 0 is invisible, 1 as opaque as the mark itself. */
  readonly opacity: number;
  /** The mark's width as a share of the image's width, above 0 and up to 1; less where it would not fit. */
  readonly scale: number;
  /** The gap to the edges, and between tiles, as a share of the image's shorter edge. */
  readonly margin: number;
  /** Repeats the mark over the whole image; `position` has no meaning then. */
  readonly tiling: boolean;
}

export interface TextWatermark extends WatermarkLayout {
  readonly kind: 'text';
  /** One line in the Latin, Greek or Cyrillic script; a character that Roboto lacks makes it unusable. */
  readonly text: string;
  /** `#rrggbb`. */
  readonly color: string;
}

export interface ImageWatermark extends WatermarkLayout {
  readonly kind: 'image';
  /** A PNG or a still WebP. */
  readonly bytes: Uint8Array;
}

export type Watermark = TextWatermark | ImageWatermark;
