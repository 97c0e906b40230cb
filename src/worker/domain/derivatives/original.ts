import type { ImageType } from '../../../imaging/sniff.ts';
import type { Size } from '../../../shared/pixels.ts';
import type { DeriveFault } from '../../imaging/derive/derivative.ts';

/** Size of the upright image. */
export interface Original extends Size {
  readonly objectKey: string;
  readonly mimeType: ImageType;
  readonly bytes: number;
}

export type DerivativeFault = DeriveFault | 'source_missing';
