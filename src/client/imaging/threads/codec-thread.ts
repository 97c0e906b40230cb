import type { Size } from '../../../shared/pixels.ts';
import type { ImageErrorCode } from '../../../imaging/image-error.ts';
import type { PrepareErrorCode } from '../prepare-error.ts';
import type { DrawRequest } from '../codecs/codecs.ts';

/** A Web Worker, or a thread of Node, that runs `serveCodecs`. Buffers may be transferred. */
export interface CodecThread {
  post(message: unknown, transfer: ArrayBuffer[]): void;
  /** Called once, before the first message. `onEnd` receives the reason when the thread fails or exits. */
  listen(onMessage: (message: unknown) => void, onEnd: (reason: unknown) => void): void;
  end(): void;
}

/** One at a time, answered in order. */
export type ThreadRequest =
  | { readonly kind: 'draw'; readonly request: DrawRequest }
  | { readonly kind: 'encode_master'; readonly quality: number }
  | { readonly kind: 'encode'; readonly image: SentPixels; readonly quality: number };

export type ThreadAnswer =
  | { readonly kind: 'drawn'; readonly frames: readonly SentPixels[] }
  | { readonly kind: 'encoded'; readonly file: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'failed';
      readonly code: ImageErrorCode | PrepareErrorCode | null;
      readonly message: string;
    };

export interface SentPixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}
