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
