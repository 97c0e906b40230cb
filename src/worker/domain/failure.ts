import {
  IMAGE_PROCESSING_FAILED,
  INTERNAL_ERROR,
  UPLOAD_NOT_FOUND,
} from '../../shared/error-codes.ts';
import type { ErrorName } from './errors.ts';

export interface Failure<Name extends ErrorName = ErrorName> {
  readonly error: Name;
  /** Defaults to the error's general text. */
  readonly message?: string;
}

/** Stored by wire number: D1 would have to rebuild two tables to store names. */
const STORED_CODES = {
  image_processing_failed: IMAGE_PROCESSING_FAILED,
  internal_error: INTERNAL_ERROR,
  upload_expired: UPLOAD_NOT_FOUND,
} as const satisfies Partial<Record<ErrorName, number>>;

type StoredError = keyof typeof STORED_CODES;

export type StoredFailure = Required<Failure<StoredError>>;

export const EXPIRY = {
  error: 'upload_expired',
  message: 'The session expired before it was complete',
} as const satisfies StoredFailure;

interface FailureColumns {
  readonly failureCode: number | null;
  readonly failureMessage: string | null;
}

export function storeFailure({ error, message }: StoredFailure) {
  return { failureCode: STORED_CODES[error], failureMessage: message } satisfies FailureColumns;
}

export function readFailure({ failureCode, failureMessage }: FailureColumns): StoredFailure | null {
  if (failureCode === null || failureMessage === null) return null;
  const errors = Object.keys(STORED_CODES) as StoredError[];
  const error = errors.find((name) => STORED_CODES[name] === failureCode);
  return { error: error ?? 'internal_error', message: failureMessage };
}
