import type { ImageType } from '../../../imaging/sniff.ts';
import type { Size } from '../../../shared/pixels.ts';
import type { DeriveFault } from '../../imaging/derive/derivative.ts';

/** The stored file that derivatives are made of; its size is that of the upright image. */
export interface Original extends Size {
  readonly objectKey: string;
  readonly mimeType: ImageType;
  /** Of the file. */
  readonly bytes: number;
}

export type DerivativeFault = DeriveFault | 'source_missing';
