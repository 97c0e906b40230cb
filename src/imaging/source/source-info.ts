import type { ColorEncoding } from '../color/color-encoding.ts';
import type { CropBox } from '../../shared/pixels.ts';

/** The headers of an image, read without decoding. */
export interface SourceInfo {
  /** As stored, before orientation. */
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** Whether pixels of the first frame may be transparent. */
  readonly hasAlpha: boolean;
  /** EXIF orientation, 1 to 8; also expresses rotation and mirroring of other formats. */
  readonly orientation: number;
  readonly color: ColorEncoding;
  /** Visible part of the stored pixels; null for all. */
  readonly aperture: CropBox | null;
  /** Message for the owner when the codecs do not support this sound file; else null. */
  readonly obstacle: string | null;
}
