/** Every error the service answers with: HTTP status and default message by code (spec, Errors). */
export const ERROR_TABLE = {
  1000: [500, 'Internal error'],
  1001: [500, 'Database error'],
  1002: [500, 'Cache error'],
  1003: [500, 'Image processing error'],
  1004: [503, 'Challenge service unavailable'],
  2001: [401, 'Wrong username or password'],
  2008: [429, 'Too many attempts, try again later'],
  2009: [403, 'Challenge validation failed'],
  2090: [429, 'Too many bootstrap requests'],
  2091: [429, 'Too many client error reports'],
  3000: [400, 'Invalid parameter'],
  3001: [400, 'Missing file or invalid id'],
  3002: [413, 'Body exceeds the size limit'],
  3003: [415, 'Unsupported file type'],
  3004: [400, 'Too many files'],
  3005: [400, 'Invalid upload manifest or parameter'],
  3006: [400, 'Upload stream could not be read'],
  3007: [422, 'Part does not match its SHA-256'],
  3008: [422, 'Part dimensions differ from the manifest'],
  3010: [400, 'Image dimensions exceed the limit'],
  4010: [401, 'Sign-in required'],
  4011: [401, 'Session expired'],
  4012: [403, 'Storage quota exhausted'],
  4029: [429, 'Upload rate limit exceeded'],
  4030: [403, 'Permission denied'],
  4031: [403, 'Access forbidden'],
  4032: [403, 'Administration is limited to web clients'],
  4033: [403, 'An identity token gives no access to the API'],
  4034: [403, 'Registration is limited to web clients'],
  4035: [403, 'CSRF token required'],
  4036: [403, 'Invalid CSRF token'],
  4037: [403, 'Image token missing, invalid or expired'],
  4038: [403, 'Images cannot be changed while the account is to be deleted'],
  4039: [403, 'Download allowance exhausted'],
  4040: [404, 'Notification not found'],
  4041: [404, 'Not found'],
  4042: [404, 'Image token revoked'],
  4043: [404, 'Upload session not found'],
  4090: [409, 'Nonce already used'],
  4091: [409, 'Upload session state conflict'],
  4092: [409, 'Upload parts incomplete'],
  4093: [409, 'Image is still being processed'],
  4094: [409, 'Storage location still in use'],
  4095: [409, 'The current state does not allow this'],
  4260: [426, 'Client version too old'],
  4261: [426, 'Recipe version unsupported'],
  4262: [426, 'This deployment requires pipeline-2 uploads'],
  4291: [429, 'Upload capacity exhausted'],
  5030: [503, 'Storage pressure too high'],
  5031: [503, 'Pipeline-2 uploads are switched off'],
} as const satisfies Record<number, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export interface ErrorDetails {
  /** Replaces the table's text; clients read it only for codes they do not know. */
  readonly message?: string;
  /** For the codes that the table gives two statuses: 1003 as 503, 3005 as 404, 3000 as 405. */
  readonly status?: 404 | 405 | 503;
  /** Seconds for `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** For 405: the methods of `Allow`. */
  readonly allow?: string;
  /** What the error carries in `data`. */
  readonly data?: unknown;
  readonly cause?: unknown;
}

/** A refusal or failure with a code of the table; `src/http/errors.ts` turns it into an envelope. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? ERROR_TABLE[code][1], { cause: details.cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? ERROR_TABLE[this.code][0];
  }
}
