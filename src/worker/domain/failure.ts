import { ERRORS, type ErrorName } from './errors.ts';

/** Why there is no image, or none that is published, as its owner is told. */
export interface Failure<Name extends ErrorName = ErrorName> {
  readonly error: Name;
  readonly message: string;
}

/** The errors that uploads and images are stored with. */
const STORED_ERRORS = [
  'image_processing_failed',
  'internal_error',
  'upload_expired',
] as const satisfies readonly ErrorName[];

export type StoredFailure = Failure<(typeof STORED_ERRORS)[number]>;

/**
 * What the columns of `upload_sessions` and `images` hold of a failure. It is the number on the wire instead of the
 * name, here alone: rows have it from before errors had names, and to turn it into text D1 would have to rebuild both
 * tables.
 */
interface FailureColumns {
  readonly failureCode: number | null;
  readonly failureMessage: string | null;
}

/** A failure as it is stored. */
export function storeFailure({ error, message }: StoredFailure) {
  return { failureCode: ERRORS[error].code, failureMessage: message } satisfies FailureColumns;
}

/** The failure that is stored, or null. */
export function readFailure({ failureCode, failureMessage }: FailureColumns): Failure | null {
  if (failureCode === null || failureMessage === null) return null;
  const error = STORED_ERRORS.find((name) => ERRORS[name].code === failureCode);
  return { error: error ?? 'internal_error', message: failureMessage };
}

/** An error in the words of the table. */
export function failureOf<Name extends ErrorName>(error: Name): Failure<Name> {
  return { error, message: ERRORS[error].message };
}
