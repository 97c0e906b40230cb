import type { Size } from '../../../shared/pixels.ts';
import type { ImageType } from '../../../imaging/sniff.ts';

/** Upright; keeps the aspect ratio; at most the source's. */
export interface DerivativePlan {
  readonly mimeType: ImageType;
  readonly size: Size;
  /** 1 to 100; ignored by PNG and GIF. */
  readonly quality: number;
  /** Whether to make a ThumbHash as well. */
  readonly isHashed?: boolean;
}

export interface Derivative extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: ImageType;
  /** Base64; null if none was wanted, or made. */
  readonly thumbHash?: string | null;
}

/** 'undecodable': damaged; 'too_large': exceeds this isolate's memory, or uses a coding that the Worker cannot read. */
export type DeriveFault = 'undecodable' | 'too_large';
