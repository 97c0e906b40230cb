import {
  PART_HASH_MISMATCH,
  STORAGE_PRESSURE,
  UPLOADS_DISABLED,
  UPLOAD_INTERRUPTED,
} from '../shared/error-codes.ts';

/** The server answered with an error envelope, or with something that is not an envelope at all. */
export class ApiError extends Error {
  /** Code of the envelope; 0 when the answer carried none. */
  readonly code: number;
  readonly status: number;
  /** What `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(status: number, code: number, message: string, retryAfterMs: number | null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came: the connection broke, was refused, or took too long. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The server did not answer', { cause });
    this.name = 'ConnectionError';
  }
}

export type UploadFault =
  /** The server refused or lost the upload for good. */
  | 'failed'
  | 'cancelled'
  /** Ten minutes went by; the upload goes on and can be resumed. */
  | 'publication_timeout'
  /** Preparing the image took longer than eight minutes. */
  | 'processing_timeout';

/** An upload ended without a published image. */
export class UploadError extends Error {
  readonly fault: UploadFault;
  /** Why the server says that the upload failed: a code of its errors; null when it gave none. */
  readonly code: number | null;

  constructor(fault: UploadFault, message: string, code: number | null = null) {
    super(message);
    this.name = 'UploadError';
    this.fault = fault;
    this.code = code;
  }
}

/** How long the server asked to wait, in milliseconds; 0 when it did not. */
export function retryAfterMsOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
}

const PART_DAMAGED_CODES = new Set<number>([UPLOAD_INTERRUPTED, PART_HASH_MISMATCH]);
/** What a server that is well says of uploads. */
const DECISION_CODES = new Set<number>([STORAGE_PRESSURE, UPLOADS_DISABLED]);

/**
 * Whether sending the same thing again can help: no answer, a failing server, a part damaged on its way. A 429 means
 * stop and wait, a 503 with a code of the upload protocol is a decision, so neither is tried again by itself.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  if (PART_DAMAGED_CODES.has(error.code)) return true;
  return error.status >= 500 && !DECISION_CODES.has(error.code);
}
