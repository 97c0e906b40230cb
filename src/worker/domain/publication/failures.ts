import type { StoredFailure } from '../failure.ts';

/** Shown to the owner. The error name separates a bad image from a failure of the service. */
export const FAILURES = {
  undecodable: {
    error: 'image_processing_failed',
    message: 'The uploaded file could not be decoded as an image. Please upload it again.',
  },
  source_missing: {
    error: 'internal_error',
    message: 'The uploaded file was lost before it was published. Please upload it again.',
  },
  too_large: {
    error: 'image_processing_failed',
    message: 'The uploaded image needs more memory than the service has for one.',
  },
  publish_too_large: {
    error: 'image_processing_failed',
    message: 'The published file would be larger than the space that was reserved for it.',
  },
  attempts_exhausted: {
    error: 'internal_error',
    message: 'Publishing failed several times. An administrator can start it again.',
  },
  retention_over: {
    error: 'internal_error',
    message: 'Publishing failed and the upload is no longer kept. Please upload it again.',
  },
} as const satisfies Record<string, StoredFailure>;

export type FailureReason = keyof typeof FAILURES;
