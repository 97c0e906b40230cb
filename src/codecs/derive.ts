import type { Size } from '../lib/pixels.ts';
import type { Result } from '../lib/result.ts';
import type { ImageType } from './sniff.ts';

/** What a derivative is to be. */
export interface DerivativePlan {
  readonly mimeType: ImageType;
  /** Upright; keeps the aspect and is at most the source's. */
  readonly size: Size;
  /** 1 to 100, of the format's encoder; PNG and GIF have none. */
  readonly quality: number;
}

export interface Derivative extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: ImageType;
}

export type DeriveFault = 'undecodable' | 'too_large';

export function deriveHere<Stored>(
  _readSource: () => Promise<Uint8Array | null>,
  _plan: DerivativePlan,
  _use: (made: Derivative) => Promise<Stored>,
): Promise<Result<Stored, DeriveFault | 'source_missing'>> {
  throw new Error('comes from the branch of the codecs');
}
