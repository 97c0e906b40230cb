import {
  PART_HASH_MISMATCH,
  STORAGE_PRESSURE,
  UPLOADS_DISABLED,
  UPLOAD_INTERRUPTED,
} from '../shared/error-codes.ts';
import { ApiError, ConnectionError } from './errors.ts';

/** 0 without a `Retry-After`. */
export function retryAfterMsOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
}

const PART_DAMAGED_CODES = new Set<number>([UPLOAD_INTERRUPTED, PART_HASH_MISMATCH]);
/** Codes of 5xx that a healthy server sends. */
const DECISION_CODES = new Set<number>([STORAGE_PRESSURE, UPLOADS_DISABLED]);

/** Neither a 429, which requires waiting, nor a 503 that is a decision of the server is repeated automatically. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  if (PART_DAMAGED_CODES.has(error.code)) return true;
  return error.status >= 500 && !DECISION_CODES.has(error.code);
}
