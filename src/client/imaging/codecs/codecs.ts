import type { ImageType } from '../../../imaging/sniff.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import type { Pixels, Size } from '../../../shared/pixels.ts';

/** An image to draw of the upright source: all of it, or as much of its middle as has the aspect of `size`. */
export interface Frame {
  readonly fit: 'contain' | 'cover';
  readonly size: Size;
}

/** A source whose headers have been admitted. */
export interface DrawRequest {
  readonly mimeType: ImageType;
  readonly file: Uint8Array;
  readonly info: SourceInfo;
  /** Images that others can be drawn from come first. */
  readonly frames: readonly Frame[];
}

/** What preparation needs of image codecs. */
export interface Codecs {
  /** Whether a drawing encodes its master beside the frames, so that all may be asked for at once. */
  readonly isParallel: boolean;
  /**
   * Reads a source once and draws its frames.
   * @throws {PrepareError} codec_unavailable, out_of_memory, processing_failed
   * @throws the reason of `signal` once that is aborted, as the drawing's methods do.
   * @throws whatever a codec throws on broken input.
   */
  draw(request: DrawRequest, signal?: AbortSignal): Promise<Drawing>;
}

/** A source that has been read. Results are lossy WebP without metadata; quality is 0 to 100. */
export interface Drawing {
  /**
   * The whole source at its own size.
   * @throws {PrepareError} out_of_memory, processing_failed
   */
  encodeMaster(quality: number): Promise<Uint8Array>;
  /**
   * A frame by its index, once.
   * @throws {PrepareError} codec_unavailable, out_of_memory, processing_failed
   */
  encodeFrame(index: number, quality: number): Promise<Uint8Array>;
  /** Gives up what it holds, and what is under way. */
  close(): void;
}

/** Codecs that work in this thread, and return pixels. */
export interface PixelCodecs extends Codecs {
  draw(request: DrawRequest): Promise<PixelDrawing>;
  /**
   * A lossy WebP without metadata; quality is 0 to 100. Pixels that are given up are freed as soon as it can be.
   * @throws {PrepareError} codec_unavailable, out_of_memory
   */
  encodeWebp(
    pixels: Pixels,
    quality: number,
    isDisposable?: boolean,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

export interface PixelDrawing extends Drawing {
  encodeMaster(quality: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Takes out a frame by its index, upright, once. */
  takeFrame(index: number): Pixels;
}
