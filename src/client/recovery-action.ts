import {
  ACCOUNT_LOCKED,
  ACCOUNT_STATE_CONFLICT,
  BODY_TOO_LARGE,
  CAPTCHA_FAILED,
  CLIENT_TOO_OLD,
  IMAGE_IN_WORK,
  IMAGE_TOKEN_REVOKED,
  IMAGE_TOO_LARGE,
  INTERNAL_ERROR,
  NOTIFICATION_NOT_FOUND,
  NOT_FOUND,
  PART_HASH_MISMATCH,
  PERMISSION_DENIED,
  PIPELINE_2_REQUIRED,
  QUOTA_EXHAUSTED,
  RECIPE_UNSUPPORTED,
  SESSION_EXPIRED,
  SIGN_IN_REQUIRED,
  UNSUPPORTED_TYPE,
  UPLOADS_DISABLED,
  UPLOAD_CONFLICT,
  UPLOAD_INTERRUPTED,
  UPLOAD_NOT_FOUND,
  WRONG_CREDENTIALS,
} from '../shared/error-codes.ts';
import { ApiError, ConnectionError, UploadError, type UploadFault } from './errors.ts';
import { PrepareError } from './imaging/prepare-error.ts';

export type RecoveryAction =
  | 'sign_in'
  | 'wait'
  | 'account_disabled'
  | 'account_locked'
  | 'free_space'
  | 'update'
  | 'come_back_later'
  | 'check_connection'
  | 'choose_another_image'
  | 'caller_mistake'
  | 'reload'
  | 'unknown';

export interface Recovery {
  readonly action: RecoveryAction;
  /** Milliseconds, from `Retry-After`. */
  readonly waitMs: number | null;
}

const ACTION_BY_CODE: ReadonlyMap<number, RecoveryAction> = new Map<number, RecoveryAction>([
  [INTERNAL_ERROR, 'come_back_later'],
  [WRONG_CREDENTIALS, 'sign_in'],
  [CAPTCHA_FAILED, 'sign_in'],
  [BODY_TOO_LARGE, 'choose_another_image'],
  [UNSUPPORTED_TYPE, 'choose_another_image'],
  [UPLOAD_INTERRUPTED, 'check_connection'],
  [PART_HASH_MISMATCH, 'check_connection'],
  [IMAGE_TOO_LARGE, 'choose_another_image'],
  [SIGN_IN_REQUIRED, 'sign_in'],
  [SESSION_EXPIRED, 'sign_in'],
  [QUOTA_EXHAUSTED, 'free_space'],
  [PERMISSION_DENIED, 'account_disabled'],
  [ACCOUNT_LOCKED, 'account_locked'],
  [NOTIFICATION_NOT_FOUND, 'reload'],
  [NOT_FOUND, 'reload'],
  [IMAGE_TOKEN_REVOKED, 'reload'],
  [UPLOAD_NOT_FOUND, 'reload'],
  [UPLOAD_CONFLICT, 'reload'],
  [IMAGE_IN_WORK, 'reload'],
  [ACCOUNT_STATE_CONFLICT, 'reload'],
  [CLIENT_TOO_OLD, 'update'],
  [RECIPE_UNSUPPORTED, 'update'],
  // The client supports both pipelines, so the server is switching between them.
  [PIPELINE_2_REQUIRED, 'come_back_later'],
  [UPLOADS_DISABLED, 'come_back_later'],
]);

const ACTION_BY_FAULT: Readonly<Record<UploadFault, RecoveryAction>> = {
  publication_timeout: 'come_back_later',
  failed: 'choose_another_image',
  processing_timeout: 'choose_another_image',
  cancelled: 'reload',
};

/** Classifies a failure of this library by its code, then by its status. */
export function classifyError(error: unknown): Recovery {
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  return { action: chooseRecovery(error), waitMs };
}

function chooseRecovery(error: unknown): RecoveryAction {
  if (error instanceof ConnectionError) return 'check_connection';
  if (error instanceof PrepareError) return classifyPrepareError(error);
  if (error instanceof UploadError) {
    return ACTION_BY_CODE.get(error.code ?? 0) ?? ACTION_BY_FAULT[error.fault];
  }
  if (!(error instanceof ApiError)) return 'unknown';
  const byCode = ACTION_BY_CODE.get(error.code);
  if (byCode !== undefined) return byCode;
  if (error.status === 401) return 'sign_in';
  if (error.status === 429) return 'wait';
  if (error.status >= 500) return 'come_back_later';
  return 'caller_mistake';
}

function classifyPrepareError({ code }: PrepareError): RecoveryAction {
  if (code === 'codec_unavailable') return 'check_connection';
  if (code === 'processing_failed') return 'caller_mistake';
  return code === 'unusable_recipe' ? 'update' : 'choose_another_image';
}
