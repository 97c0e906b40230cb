import type { ImageType } from '../../../codecs/sniff.ts';
import type { Pixels } from '../pixels/pixels.ts';

/** What preparation needs of image codecs; pixels go in and come out with unassociated alpha. */
export interface Codecs {
  /**
   * Stored pixels, not yet oriented. Throws PrepareError `codec_unavailable` when the codec cannot be
   * loaded, and whatever the codec throws on broken input.
   */
  decode(mimeType: ImageType, file: Uint8Array): Promise<Pixels>;
  /** A lossy WebP without metadata; quality is 0 to 100. */
  encodeWebp(pixels: Pixels, quality: number): Promise<Uint8Array>;
}
