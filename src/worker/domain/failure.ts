import {
  IMAGE_PROCESSING_FAILED,
  INTERNAL_ERROR,
  UPLOAD_NOT_FOUND,
} from '../../shared/error-codes.ts';
import type { ErrorName } from './errors.ts';

/** Why there is no image, or no published one, in words for its owner. */
export interface Failure<Name extends ErrorName = ErrorName> {
  readonly error: Name;
  /** Without it, the text that every caller gets for the error. */
  readonly message?: string;
}

/**
 * The errors that rows of `upload_sessions` and `images` hold, by their number on the wire: they have done so since
 * before errors had names, and to turn a number into text D1 would have to rebuild both tables.
 */
const STORED_CODES = {
  image_processing_failed: IMAGE_PROCESSING_FAILED,
  internal_error: INTERNAL_ERROR,
  upload_expired: UPLOAD_NOT_FOUND,
} as const satisfies Partial<Record<ErrorName, number>>;

type StoredError = keyof typeof STORED_CODES;

export type StoredFailure = Required<Failure<StoredError>>;

/** The failure of a session that ran out of time. */
export const EXPIRY = {
  error: 'upload_expired',
  message: 'The session expired before it was complete',
} as const satisfies StoredFailure;

/** The columns of a failure. */
interface FailureColumns {
  readonly failureCode: number | null;
  readonly failureMessage: string | null;
}

/** Returns the columns for a failure. */
export function storeFailure({ error, message }: StoredFailure) {
  return { failureCode: STORED_CODES[error], failureMessage: message } satisfies FailureColumns;
}

/** Returns the stored failure, or null. */
export function readFailure({ failureCode, failureMessage }: FailureColumns): StoredFailure | null {
  if (failureCode === null || failureMessage === null) return null;
  const errors = Object.keys(STORED_CODES) as StoredError[];
  const error = errors.find((name) => STORED_CODES[name] === failureCode);
  return { error: error ?? 'internal_error', message: failureMessage };
}
