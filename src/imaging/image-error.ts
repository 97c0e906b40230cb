export type ImageErrorCode =
  /** Damaged. */
  | 'malformed'
  /** It needs more memory than a codec gets, or than there is. */
  | 'out_of_memory'
  | 'unsupported_color'
  | 'codec_unavailable';

/** What engines say when they have no memory for an array. */
const ALLOCATION_FAILURE = /alloc|out of memory|array length/iu;

/** Why an image cannot be read; the message is a sentence for its owner. What a codec said is in `cause` alone. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error that says so in all places. */
export function outOfMemory(cause?: unknown): ImageError {
  return new ImageError(
    'out_of_memory',
    'The image takes more memory to process than there is. Make it smaller first.',
    { cause },
  );
}

/** The error for code that did not load or start, which says nothing about the image. */
export function loadFailure(error: unknown): ImageError {
  if (error instanceof ImageError) return error;
  if (isAllocationFailure(error)) return outOfMemory(error);
  return new ImageError('codec_unavailable', 'A part of the image processor did not load.', {
    cause: error,
  });
}

/** Whether a parser of ours threw this about its file, and not the engine for lack of memory. */
export function isBrokenFile(error: unknown): boolean {
  return error instanceof RangeError && !isAllocationFailure(error);
}

export function isAllocationFailure(error: unknown): boolean {
  return error instanceof Error && ALLOCATION_FAILURE.test(error.message);
}
