import type { ImageErrorCode, ImageError } from '../../imaging/image-error.ts';

/** The service would take the image from another device. */
export type DeviceLimitCode = 'too_many_pixels_for_device' | 'side_too_long_for_device';

export type PrepareErrorCode =
  | ImageErrorCode
  | DeviceLimitCode
  | 'source_too_large'
  | 'unsupported_type'
  | 'animated'
  | 'too_many_pixels'
  | 'side_too_long'
  | 'part_too_large'
  | 'unusable_recipe'
  | 'processing_failed';

/** The message is a sentence for the image's owner; `cause` has the codec's. */
export class PrepareError extends Error {
  override readonly name: string = 'PrepareError';
  readonly code: PrepareErrorCode;

  constructor(code: PrepareErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function toPrepareError({ code, message, cause }: ImageError): PrepareError {
  return new PrepareError(code, message, { cause });
}
