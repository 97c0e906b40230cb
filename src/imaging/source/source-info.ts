import type { ColorEncoding } from '../color/color-encoding.ts';
import type { CropBox } from '../../shared/pixels.ts';

export interface SourceInfo {
  /** As stored, before orientation. */
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  /** Whether pixels of the first frame may be transparent. */
  readonly hasAlpha: boolean;
  /** 1 to 8, also for rotation and mirroring of other formats. */
  readonly orientation: number;
  readonly color: ColorEncoding;
  /** Visible part of the stored pixels; null for all. */
  readonly aperture: CropBox | null;
  /** Why the codecs do not support this sound file, as a message for the owner. */
  readonly obstacle: string | null;
}
