import type { ImageErrorCode, ImageError } from '../../imaging/image-error.ts';

export type PrepareErrorCode =
  | ImageErrorCode
  | 'source_too_large'
  | 'unsupported_type'
  /** Sound, as far as can be told, but of a form that the codecs do not know. */
  | 'unsupported_coding'
  | 'animated'
  | 'too_many_pixels'
  | 'side_too_long'
  | 'part_too_large'
  | 'unusable_recipe'
  /** A mistake in this library or its codecs. */
  | 'processing_failed';

/**
 * Why an image cannot be prepared for upload; the message is a sentence for its owner. What a codec said is in `cause`
 * alone.
 */
export class PrepareError extends Error {
  override readonly name = 'PrepareError';
  readonly code: PrepareErrorCode;

  constructor(code: PrepareErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What reading an image ended with, said of its preparation. */
export function toPrepareError({ code, message, cause }: ImageError): PrepareError {
  return new PrepareError(code, message, { cause });
}
