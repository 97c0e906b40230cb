import type { Size } from '../../../shared/pixels.ts';
import type { ImageType } from '../../../imaging/sniff.ts';

/** What a derivative is to be. `size` is upright, keeps the aspect, and is at most the source's. */
export interface DerivativePlan {
  readonly mimeType: ImageType;
  readonly size: Size;
  /** 1 to 100; PNG and GIF ignore it. */
  readonly quality: number;
}

/** A still in sRGB without metadata. */
export interface Derivative extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: ImageType;
}

/** 'undecodable': damaged; 'too_large': it takes more memory than there is here, or a coding that nobody here reads. */
export type DeriveFault = 'undecodable' | 'too_large';
