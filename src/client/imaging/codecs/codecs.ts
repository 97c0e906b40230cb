import type { ImageType } from '../../../codecs/sniff.ts';
import type { Pixels } from '../../../lib/pixels.ts';

/** What preparation needs of image codecs; pixels are straight RGBA, in and out. */
export interface Codecs {
  /**
   * Stored pixels, not yet oriented.
   * @throws {PrepareError} codec_unavailable, out_of_memory
   * @throws whatever the codec throws on broken input.
   */
  decode(mimeType: ImageType, file: Uint8Array): Promise<Pixels>;
  /**
   * A lossy WebP without metadata; quality is 0 to 100.
   * @throws {PrepareError} codec_unavailable, out_of_memory
   */
  encodeWebp(pixels: Pixels, quality: number): Promise<Uint8Array>;
}
