import * as codes from '../../shared/error-codes.ts';
import type { DomainError, ErrorName } from '../domain/errors.ts';
import { EXPIRY } from '../domain/failure.ts';

export interface WireError {
  readonly code: number;
  readonly status: number;
  readonly message: string;
  /** Set when the delay is always the same. */
  readonly retryAfterSeconds?: number;
}

/** The text is for clients that do not know the number, which several errors may share. */
export const WIRE_ERRORS = {
  internal_error: { code: codes.INTERNAL_ERROR, status: 500, message: 'Internal error' },
  not_configured: {
    code: codes.INTERNAL_ERROR,
    status: 503,
    message: 'The service is not configured',
  },
  database_error: { code: codes.DATABASE_ERROR, status: 500, message: 'Database error' },
  database_unavailable: { code: codes.DATABASE_ERROR, status: 503, message: 'Database error' },
  account_busy: {
    code: codes.DATABASE_ERROR,
    status: 503,
    message: 'The account is being changed',
    retryAfterSeconds: 1,
  },
  cache_error: { code: codes.CACHE_ERROR, status: 500, message: 'Cache error' },
  cache_unavailable: { code: codes.CACHE_ERROR, status: 503, message: 'Cache error' },
  image_processing_failed: {
    code: codes.IMAGE_PROCESSING_FAILED,
    status: 500,
    message: 'Image processing error',
  },
  image_processing_busy: {
    code: codes.IMAGE_PROCESSING_FAILED,
    status: 503,
    message: 'Image processing error',
  },
  captcha_unavailable: {
    code: codes.CAPTCHA_UNAVAILABLE,
    status: 503,
    message: 'Captcha service unavailable',
  },
  wrong_credentials: {
    code: codes.WRONG_CREDENTIALS,
    status: 401,
    message: 'Wrong username or password',
  },
  too_many_attempts: {
    code: codes.TOO_MANY_ATTEMPTS,
    status: 429,
    message: 'Too many attempts, try again later',
  },
  captcha_failed: {
    code: codes.CAPTCHA_FAILED,
    status: 403,
    message: 'Captcha validation failed',
  },
  too_many_bootstraps: {
    code: codes.TOO_MANY_BOOTSTRAPS,
    status: 429,
    message: 'Too many bootstrap requests',
  },
  too_many_error_reports: {
    code: codes.TOO_MANY_ERROR_REPORTS,
    status: 429,
    message: 'Too many client error reports',
    retryAfterSeconds: 60,
  },
  invalid_parameter: { code: codes.INVALID_PARAMETER, status: 400, message: 'Invalid parameter' },
  clock_differs: {
    code: codes.INVALID_PARAMETER,
    status: 400,
    message: 'Too far from the time of the server',
  },
  method_not_allowed: { code: codes.INVALID_PARAMETER, status: 405, message: 'Method not allowed' },
  texts_changed: {
    code: codes.INVALID_PARAMETER,
    status: 412,
    message: 'The texts have changed',
  },
  invalid_id: { code: codes.INVALID_ID, status: 400, message: 'Missing file or invalid id' },
  file_missing: { code: codes.INVALID_ID, status: 400, message: 'Missing file' },
  body_too_large: {
    code: codes.BODY_TOO_LARGE,
    status: 413,
    message: 'Body exceeds the size limit',
  },
  unsupported_type: { code: codes.UNSUPPORTED_TYPE, status: 415, message: 'Unsupported file type' },
  too_many_files: { code: codes.TOO_MANY_FILES, status: 400, message: 'Too many files' },
  invalid_upload: {
    code: codes.INVALID_UPLOAD,
    status: 400,
    message: 'Invalid upload manifest or parameter',
  },
  invalid_upload_id: {
    code: codes.INVALID_UPLOAD,
    status: 404,
    message: 'Invalid upload manifest or parameter',
  },
  upload_interrupted: {
    code: codes.UPLOAD_INTERRUPTED,
    status: 400,
    message: 'Upload stream could not be read',
  },
  invalid_storage_location: {
    code: codes.UPLOAD_INTERRUPTED,
    status: 400,
    message: 'Invalid storage location',
  },
  part_hash_mismatch: {
    code: codes.PART_HASH_MISMATCH,
    status: 422,
    message: 'Part does not match its SHA-256',
  },
  part_geometry_mismatch: {
    code: codes.PART_GEOMETRY_MISMATCH,
    status: 422,
    message: 'Part dimensions differ from the manifest',
  },
  image_too_large: {
    code: codes.IMAGE_TOO_LARGE,
    status: 400,
    message: 'Image dimensions exceed the limit',
  },
  sign_in_required: { code: codes.SIGN_IN_REQUIRED, status: 401, message: 'Sign-in required' },
  session_expired: { code: codes.SESSION_EXPIRED, status: 401, message: 'Session expired' },
  quota_exhausted: { code: codes.QUOTA_EXHAUSTED, status: 403, message: 'Storage quota exhausted' },
  image_quota_exhausted: {
    code: codes.QUOTA_EXHAUSTED,
    status: 403,
    message: 'The account holds too many images',
  },
  upload_rate_limited: {
    code: codes.TOO_MANY_REQUESTS,
    status: 429,
    message: 'Upload rate limit exceeded',
  },
  too_many_misses: {
    code: codes.TOO_MANY_REQUESTS,
    status: 429,
    message: 'Too many unknown links, try again later',
  },
  too_many_archives: {
    code: codes.TOO_MANY_REQUESTS,
    status: 429,
    message: 'Too many archives at once, try again later',
  },
  too_many_image_writes: {
    code: codes.TOO_MANY_REQUESTS,
    status: 429,
    message: 'Too many changes, try again later',
  },
  too_many_api_key_requests: {
    code: codes.TOO_MANY_REQUESTS,
    status: 429,
    message: 'Too many requests by this key, try again later',
  },
  too_many_api_key_writes: {
    code: codes.TOO_MANY_REQUESTS,
    status: 429,
    message: 'Too many changes of keys, try again later',
  },
  permission_denied: { code: codes.PERMISSION_DENIED, status: 403, message: 'Permission denied' },
  account_suspended: { code: codes.PERMISSION_DENIED, status: 403, message: 'Permission denied' },
  registration_closed: {
    code: codes.PERMISSION_DENIED,
    status: 403,
    message: 'Registration is closed',
  },
  invitation_required: {
    code: codes.PERMISSION_DENIED,
    status: 403,
    message: 'Registration needs an invitation',
  },
  invitation_invalid: {
    code: codes.PERMISSION_DENIED,
    status: 403,
    message: 'The invitation is unknown, used up, withdrawn or expired',
  },
  reset_link_invalid: {
    code: codes.PERMISSION_DENIED,
    status: 403,
    message: 'The link is unknown, used, replaced or expired',
  },
  device_limit_reached: {
    code: codes.ACCESS_FORBIDDEN,
    status: 403,
    message: 'Device limit reached',
  },
  api_key_limit_reached: {
    code: codes.ACCESS_FORBIDDEN,
    status: 403,
    message: 'Key limit reached',
  },
  image_forbidden: { code: codes.ACCESS_FORBIDDEN, status: 403, message: 'Access forbidden' },
  admin_web_only: {
    code: codes.ADMIN_WEB_ONLY,
    status: 403,
    message: 'Administration is limited to web clients',
  },
  identity_token_refused: {
    code: codes.IDENTITY_TOKEN_REFUSED,
    status: 403,
    message: 'An identity token gives no access to the API',
  },
  registration_web_only: {
    code: codes.REGISTRATION_WEB_ONLY,
    status: 403,
    message: 'Registration is limited to web clients',
  },
  csrf_token_missing: {
    code: codes.CSRF_TOKEN_MISSING,
    status: 403,
    message: 'CSRF token required',
  },
  csrf_token_invalid: {
    code: codes.CSRF_TOKEN_INVALID,
    status: 403,
    message: 'Invalid CSRF token',
  },
  image_token_invalid: {
    code: codes.IMAGE_TOKEN_INVALID,
    status: 403,
    message: 'Image token missing, invalid or expired',
  },
  account_locked: {
    code: codes.ACCOUNT_LOCKED,
    status: 403,
    message: 'Images cannot be changed while the account is to be deleted',
  },
  download_allowance_exhausted: {
    code: codes.DOWNLOAD_ALLOWANCE_EXHAUSTED,
    status: 403,
    message: 'Download allowance exhausted',
  },
  notification_not_found: {
    code: codes.NOTIFICATION_NOT_FOUND,
    status: 404,
    message: 'Notification not found',
  },
  image_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  album_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  user_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  route_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  session_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  identity_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  api_key_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  invitation_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  publication_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  event_not_found: { code: codes.NOT_FOUND, status: 404, message: 'Not found' },
  image_token_revoked: {
    code: codes.IMAGE_TOKEN_REVOKED,
    status: 404,
    message: 'Image token revoked',
  },
  upload_not_found: {
    code: codes.UPLOAD_NOT_FOUND,
    status: 404,
    message: 'Upload session not found',
  },
  upload_expired: {
    code: codes.UPLOAD_NOT_FOUND,
    status: 404,
    message: EXPIRY.message,
  },
  nonce_replayed: { code: codes.NONCE_REPLAYED, status: 409, message: 'Nonce already used' },
  upload_conflict: {
    code: codes.UPLOAD_CONFLICT,
    status: 409,
    message: 'Upload session state conflict',
  },
  idempotency_key_conflict: {
    code: codes.UPLOAD_CONFLICT,
    status: 409,
    message: 'This Idempotency-Key has been used with another manifest',
  },
  publication_conflict: {
    code: codes.UPLOAD_CONFLICT,
    status: 409,
    message: 'Upload session state conflict',
  },
  parts_incomplete: {
    code: codes.PARTS_INCOMPLETE,
    status: 409,
    message: 'Upload parts incomplete',
  },
  image_in_work: {
    code: codes.IMAGE_IN_WORK,
    status: 409,
    message: 'Image is still being processed',
  },
  storage_path_in_use: {
    code: codes.STORAGE_PATH_IN_USE,
    status: 409,
    message: 'Storage location still in use',
  },
  account_state_conflict: {
    code: codes.ACCOUNT_STATE_CONFLICT,
    status: 409,
    message: 'The current state does not allow this',
  },
  client_too_old: { code: codes.CLIENT_TOO_OLD, status: 426, message: 'Client version too old' },
  recipe_unsupported: {
    code: codes.RECIPE_UNSUPPORTED,
    status: 426,
    message: 'Recipe version unsupported',
  },
  pipeline_2_required: {
    code: codes.PIPELINE_2_REQUIRED,
    status: 426,
    message: 'This deployment requires pipeline-2 uploads',
  },
  upload_capacity_exhausted: {
    code: codes.UPLOAD_CAPACITY_EXHAUSTED,
    status: 429,
    message: 'Upload capacity exhausted',
  },
  storage_pressure: {
    code: codes.STORAGE_PRESSURE,
    status: 503,
    message: 'Storage pressure too high',
  },
  uploads_disabled: {
    code: codes.UPLOADS_DISABLED,
    status: 503,
    message: 'Pipeline-2 uploads are switched off',
  },
} as const satisfies Record<ErrorName, WireError>;

/** The error's own text and delay replace those of the table. */
export function toWireError({ reason, details }: DomainError): WireError {
  const { message, retryAfterSeconds } = details;
  return {
    ...WIRE_ERRORS[reason],
    ...(message === undefined ? {} : { message }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
