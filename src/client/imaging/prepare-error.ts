export type PrepareErrorCode =
  | 'source_too_large'
  | 'unsupported_type'
  | 'malformed'
  | 'animated'
  | 'too_many_pixels'
  | 'side_too_long'
  | 'unsupported_color'
  | 'part_too_large'
  | 'unusable_recipe'
  | 'codec_unavailable';

/** Why an image cannot be prepared for upload; the message is a sentence for its owner. */
export class PrepareError extends Error {
  override readonly name = 'PrepareError';
  readonly code: PrepareErrorCode;

  constructor(code: PrepareErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
