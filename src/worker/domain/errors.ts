/** `src/worker/http/wire-errors.ts` maps each name to its HTTP form. */
export type ErrorName =
  | 'internal_error'
  | 'not_configured'
  | 'database_error'
  | 'database_unavailable'
  | 'account_busy'
  | 'cache_error'
  | 'cache_unavailable'
  | 'image_processing_failed'
  | 'image_processing_busy'
  | 'captcha_unavailable'
  | 'wrong_credentials'
  | 'too_many_attempts'
  | 'captcha_failed'
  | 'too_many_bootstraps'
  | 'too_many_error_reports'
  | 'invalid_parameter'
  | 'clock_differs'
  | 'method_not_allowed'
  | 'texts_changed'
  | 'invalid_id'
  | 'file_missing'
  | 'body_too_large'
  | 'unsupported_type'
  | 'too_many_files'
  | 'invalid_upload'
  | 'invalid_upload_id'
  | 'upload_interrupted'
  | 'invalid_storage_location'
  | 'part_hash_mismatch'
  | 'part_geometry_mismatch'
  | 'image_too_large'
  | 'sign_in_required'
  | 'session_expired'
  | 'quota_exhausted'
  | 'image_quota_exhausted'
  | 'upload_rate_limited'
  | 'too_many_misses'
  | 'too_many_archives'
  | 'too_many_image_writes'
  | 'too_many_api_key_requests'
  | 'too_many_api_key_writes'
  | 'permission_denied'
  | 'account_suspended'
  | 'registration_closed'
  | 'invitation_required'
  | 'invitation_invalid'
  | 'reset_link_invalid'
  | 'device_limit_reached'
  | 'api_key_limit_reached'
  | 'image_forbidden'
  | 'admin_web_only'
  | 'identity_token_refused'
  | 'registration_web_only'
  | 'csrf_token_missing'
  | 'csrf_token_invalid'
  | 'image_token_invalid'
  | 'account_locked'
  | 'download_allowance_exhausted'
  | 'notification_not_found'
  | 'image_not_found'
  | 'album_not_found'
  | 'user_not_found'
  | 'route_not_found'
  | 'session_not_found'
  | 'identity_not_found'
  | 'api_key_not_found'
  | 'invitation_not_found'
  | 'publication_not_found'
  | 'event_not_found'
  | 'image_token_revoked'
  | 'upload_not_found'
  | 'upload_expired'
  | 'nonce_replayed'
  | 'upload_conflict'
  | 'idempotency_key_conflict'
  | 'publication_conflict'
  | 'parts_incomplete'
  | 'image_in_work'
  | 'storage_path_in_use'
  | 'account_state_conflict'
  | 'client_too_old'
  | 'recipe_unsupported'
  | 'pipeline_2_required'
  | 'upload_capacity_exhausted'
  | 'storage_pressure'
  | 'uploads_disabled';

export interface ErrorDetails {
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
  readonly serverTime?: number;
  readonly cause?: unknown;
}

export class DomainError extends Error {
  readonly reason: ErrorName;
  readonly details: ErrorDetails;

  constructor(reason: ErrorName, details: ErrorDetails = {}) {
    super(details.message ?? reason, { cause: details.cause });
    this.name = 'DomainError';
    this.reason = reason;
    this.details = details;
  }
}

export function isDomainError(error: unknown, reason: ErrorName): error is DomainError {
  return error instanceof DomainError && error.reason === reason;
}
