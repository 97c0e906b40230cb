import type { WatermarkLayout } from '../../../shared/watermark-layout.ts';

export interface TextWatermark extends WatermarkLayout {
  readonly kind: 'text';
  /** One line in Latin, Greek or Cyrillic script; a character that Roboto lacks makes it unusable. */
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
