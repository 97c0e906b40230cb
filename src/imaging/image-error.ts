export type ImageErrorCode =
  | 'malformed'
  | 'out_of_memory'
  | 'unsupported_coding'
  | 'unsupported_color'
  | 'codec_unavailable';

/** In several JavaScript engines. */
const ALLOCATION_FAILURE = /alloc|out of memory|array length/iu;

/** The message is a sentence for the image's owner; `cause` has the codec's. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function outOfMemory(cause?: unknown): ImageError {
  return new ImageError(
    'out_of_memory',
    'The image takes more memory to process than there is. Make it smaller first.',
    { cause },
  );
}

export function loadFailure(error: unknown): ImageError {
  if (error instanceof ImageError) return error;
  if (isAllocationFailure(error)) return outOfMemory(error);
  return new ImageError('codec_unavailable', 'A part of the image processor did not load.', {
    cause: error,
  });
}

/** A failed allocation is not the file's fault. */
export function isBrokenFile(error: unknown): boolean {
  return error instanceof RangeError && !isAllocationFailure(error);
}

export function isAllocationFailure(error: unknown): boolean {
  return error instanceof Error && ALLOCATION_FAILURE.test(error.message);
}
