import {
  PART_HASH_MISMATCH,
  STORAGE_PRESSURE,
  UPLOADS_DISABLED,
  UPLOAD_INTERRUPTED,
} from '../shared/error-codes.ts';

export class ApiError extends Error {
  /** 0 without an envelope. */
  readonly code: number;
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(status: number, code: number, message: string, retryAfterMs: number | null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer: the connection failed, was refused, or timed out. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The server did not answer', { cause });
    this.name = 'ConnectionError';
  }
}

export type UploadFault =
  | 'failed'
  | 'cancelled'
  /** Ten minutes have passed; the upload continues and can be resumed. */
  | 'publication_timeout'
  | 'processing_timeout';

export class UploadError extends Error {
  readonly fault: UploadFault;
  readonly code: number | null;

  constructor(fault: UploadFault, message: string, code: number | null = null) {
    super(message);
    this.name = 'UploadError';
    this.fault = fault;
    this.code = code;
  }
}

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
