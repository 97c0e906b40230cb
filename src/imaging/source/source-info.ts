import type { ColorEncoding } from '../color/color-encoding.ts';
import type { CropBox } from '../../shared/pixels.ts';

/** What the headers of an image say about it, before any pixel is decoded. */
export interface SourceInfo {
  /** As stored, before orientation. */
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** Whether pixels of the first picture may be transparent. */
  readonly hasAlpha: boolean;
  /** EXIF orientation, 1 to 8; rotation and mirroring of other formats are expressed by it too. */
  readonly orientation: number;
  readonly color: ColorEncoding;
  /** The part of the stored pixels that is to be shown, in whole pixels; null when it is all. */
  readonly aperture: CropBox | null;
  /** Why the codecs cannot read it although it may be sound, in words for its owner; null when they can. */
  readonly obstacle: string | null;
}
