import type { ImageType } from '../../../imaging/sniff.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import type { Pixels, Size } from '../../../shared/pixels.ts';

/** An image to draw from the upright source: all of it, or its largest centred crop of the aspect of `size`. */
export interface Frame {
  readonly fit: 'contain' | 'cover';
  readonly size: Size;
}

export interface DrawRequest {
  readonly mimeType: ImageType;
  readonly file: Uint8Array;
  readonly info: SourceInfo;
  /** Begin with those that others can be drawn from. */
  readonly frames: readonly Frame[];
}

export interface Codecs {
  /** Encodes master and frames concurrently. */
  readonly isParallel: boolean;
  /**
   * Reads a source once and draws its frames.
   * @throws {PrepareError} codec_unavailable, out_of_memory, processing_failed
   * @throws the reason of `signal`, as the drawing's methods do.
   * @throws whatever a codec throws on broken input.
   */
  draw(request: DrawRequest, signal?: AbortSignal): Promise<Drawing>;
}

/** A decoded source. Results are lossy WebP without metadata; quality is 0 to 100. */
export interface Drawing {
  /**
   * The whole source at its own size.
   * @throws {PrepareError} out_of_memory, processing_failed
   */
  encodeMaster(quality: number): Promise<Uint8Array>;
  /**
   * Encodes and releases a frame.
   * @throws {PrepareError} codec_unavailable, out_of_memory, processing_failed
   */
  encodeFrame(index: number, quality: number): Promise<Uint8Array>;
  /** Releases its memory and cancels its work. */
  close(): void;
}

/** Codecs that run on this thread and return pixels. */
export interface PixelCodecs extends Codecs {
  draw(request: DrawRequest): Promise<PixelDrawing>;
  /**
   * Encodes a lossy WebP without metadata; quality is 0 to 100. Disposable pixels are freed early.
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
  /** Returns a frame, upright, and releases it. */
  takeFrame(index: number): Pixels;
}
