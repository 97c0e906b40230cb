import type { Frame } from '../../../imaging/engine/frame.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import type { Pixels } from '../../../shared/pixels.ts';

export type { Frame };

export interface DrawRequest {
  readonly mimeType: ImageType;
  readonly file: Uint8Array;
  readonly info: SourceInfo;
  /** Begin with those that others can be drawn from. */
  readonly frames: readonly Frame[];
}

export interface Codecs {
  readonly isParallel: boolean;
  /**
   * Reads a source once and draws its frames.
   * @throws {PrepareError} codec_unavailable, out_of_memory, processing_failed
   * @throws the signal's reason, and whatever a codec throws on broken input.
   */
  draw(request: DrawRequest, signal?: AbortSignal): Promise<Drawing>;
}

/** Lossy WebP without metadata; quality is 0 to 100. @throws {PrepareError} as `draw`. */
export interface Drawing {
  encodeMaster(quality: number): Promise<Uint8Array>;
  /** Also releases the frame. */
  encodeFrame(index: number, quality: number): Promise<Uint8Array>;
  close(): void;
}

export interface PixelCodecs extends Codecs {
  draw(request: DrawRequest): Promise<PixelDrawing>;
  /** Encodes a lossy WebP without metadata; quality is 0 to 100. Disposable pixels are freed early. */
  encodeWebp(
    pixels: Pixels,
    quality: number,
    isDisposable?: boolean,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

export interface PixelDrawing extends Drawing {
  encodeMaster(quality: number): Promise<Uint8Array<ArrayBuffer>>;
  takeFrame(index: number): Pixels;
}
