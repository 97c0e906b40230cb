import { ApiError } from '../../../client/errors.ts';
import { INVALID_ID, NOT_FOUND } from '../../../shared/error-codes.ts';

/** Not found, or no id. */
const MISSING = new Set<number>([NOT_FOUND, INVALID_ID]);

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && MISSING.has(error.code);
}
