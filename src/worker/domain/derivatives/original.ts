import type { ImageType } from '../../../imaging/sniff.ts';
import type { Size } from '../../../shared/pixels.ts';
import type { Visibility } from '../../db/schema/images.ts';
import type { DeriveFault } from '../../imaging/derive/derivative.ts';

/** Size of the upright image. */
export interface Original extends Size {
  readonly objectKey: string;
  readonly mimeType: ImageType;
  readonly bytes: number;
}

export type DerivativeFault = DeriveFault | 'source_missing';

/** Where a rendition is kept, and the image as its row was read. */
export interface Keeping {
  readonly key: string;
  readonly uniqueLink: string;
  readonly visibility: Visibility;
  /** Milliseconds; nothing is put later. */
  readonly until: number;
}
