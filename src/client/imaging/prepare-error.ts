export type PrepareErrorCode =
  | 'source_too_large'
  | 'unsupported_type'
  /** Sound, as far as can be told, but of a form that the codecs do not know. */
  | 'unsupported_coding'
  /** Damaged. */
  | 'malformed'
  /** It needs more memory than a codec gets, or than there is. */
  | 'out_of_memory'
  | 'animated'
  | 'too_many_pixels'
  | 'side_too_long'
  | 'unsupported_color'
  | 'part_too_large'
  | 'unusable_recipe'
  | 'codec_unavailable'
  /** A mistake in this library or its codecs. */
  | 'processing_failed';

/** What engines say when they have no memory for an array. */
const ALLOCATION_FAILURE = /alloc|out of memory|array length/iu;

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

/** The error that says so in all places. */
export function outOfMemory(cause?: unknown): PrepareError {
  return new PrepareError(
    'out_of_memory',
    'The image takes more memory to process than there is. Make it smaller first.',
    { cause },
  );
}

/** The error for code that did not load or start, which says nothing about the image. */
export function loadFailure(error: unknown): PrepareError {
  if (error instanceof PrepareError) return error;
  if (isAllocationFailure(error)) return outOfMemory(error);
  return new PrepareError('codec_unavailable', 'A part of the image processor did not load.', {
    cause: error,
  });
}

export function isAllocationFailure(error: unknown): boolean {
  return error instanceof Error && ALLOCATION_FAILURE.test(error.message);
}
