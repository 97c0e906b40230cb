import type { ErrorCode } from '../errors.ts';

interface Failure {
  readonly code: ErrorCode;
  /** For the image's owner. */
  readonly message: string;
}

/** Why an image is not published, in words for its owner. */
export const FAILURES = {
  undecodable: {
    code: 1003,
    message: 'The uploaded file could not be decoded as an image. Please upload it again.',
  },
  source_missing: {
    code: 1003,
    message: 'The uploaded file was lost before it was published. Please upload it again.',
  },
  too_large: {
    code: 1003,
    message: 'The uploaded image needs more memory than the service has for one.',
  },
  publish_too_large: {
    code: 1003,
    message: 'The published file would be larger than the space that was reserved for it.',
  },
  attempts_exhausted: {
    code: 1003,
    message: 'Publishing failed several times. An administrator can start it again.',
  },
  retention_over: {
    code: 1003,
    message: 'Publishing failed and the upload is no longer kept. Please upload it again.',
  },
} as const satisfies Record<string, Failure>;

export type FailureReason = keyof typeof FAILURES;
