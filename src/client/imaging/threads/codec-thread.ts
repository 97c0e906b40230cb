import type { Size } from '../../../shared/pixels.ts';
import type { ImageErrorCode } from '../../../imaging/image-error.ts';
import type { PrepareErrorCode } from '../prepare-error.ts';
import type { DrawRequest } from '../codecs/codecs.ts';

/**
 * A thread that runs `serveCodecs`: a Web Worker, or one of Node's. Messages go through as structured clones, and what
 * is transferred is not copied.
 */
export interface CodecThread {
  post(message: unknown, transfer: ArrayBuffer[]): void;
  /** Called once, before anything is posted: `onEnd` gets why the thread fails or ends by itself. */
  listen(onMessage: (message: unknown) => void, onEnd: (reason: unknown) => void): void;
  /** Ends the thread at once, whatever it does. */
  end(): void;
}

/** What a thread is asked, one thing at a time, and answers in turn. */
export type ThreadRequest =
  | { readonly kind: 'draw'; readonly request: DrawRequest }
  | { readonly kind: 'encode_master'; readonly quality: number }
  | { readonly kind: 'encode'; readonly image: SentPixels; readonly quality: number };

/** Of a drawing, its frames; of what was to be encoded, the file. */
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
