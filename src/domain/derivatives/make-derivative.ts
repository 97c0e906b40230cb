import type { Derivative, DerivativePlan, DeriveFault } from '../../codecs/derive.ts';
import type { ImageType } from '../../codecs/sniff.ts';
import type { Size } from '../../lib/pixels.ts';
import type { Result } from '../../lib/result.ts';
import type { Services } from '../services.ts';

/** The stored file that derivatives are made of; its size is that of the upright picture. */
export interface Original extends Size {
  readonly objectKey: string;
  readonly mimeType: ImageType;
  /** Of the file. */
  readonly bytes: number;
}

export type DerivativeFault = DeriveFault | 'source_missing';

/**
 * Makes a derivative of a stored original: here, in WASM, where it fits the memory of an isolate, otherwise with the
 * platform's image service where one is bound. 'too_large' when neither can.
 * @param use takes the result away; until it has, it counts against the memory of the isolate.
 */
export function makeDerivative<Stored>(
  _services: Pick<Services, 'objects'>,
  _original: Original,
  _plan: DerivativePlan,
  _use: (made: Derivative) => Promise<Stored>,
): Promise<Result<Stored, DerivativeFault>> {
  throw new Error('comes from the branch of the transformations');
}
