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
  /** Stop, and begin again after `waitMs`; nothing repeats it by itself. */
  | 'wait'
  | 'account_disabled'
  /** The account is to be deleted, and takes no changes until that is revoked. */
  | 'account_locked'
  /** The storage is full: something has to be deleted first. */
  | 'free_space'
  /** The program is too old for the server. */
  | 'update'
  /** The server has no place for uploads of this kind at present, or is out of order. */
  | 'come_back_later'
  | 'check_connection'
  /** The image cannot be taken; the message says why. */
  | 'choose_another_image'
  /** The program asked for what it must not, or in a wrong form: a person can do nothing. */
  | 'caller_mistake'
  /** What it refers to is gone, or its state has changed: look again. */
  | 'reload'
  | 'unknown';

/** What a failure asks of the person in front of the program. */
export interface Recovery {
  readonly action: RecoveryAction;
  /** Milliseconds that the server asked to wait; null when it named no time. */
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
  // The library takes either way, so the server has not settled on one.
  [PIPELINE_2_REQUIRED, 'come_back_later'],
  [UPLOADS_DISABLED, 'come_back_later'],
]);

const ACTION_BY_FAULT: Readonly<Record<UploadFault, RecoveryAction>> = {
  publication_timeout: 'come_back_later',
  failed: 'choose_another_image',
  processing_timeout: 'choose_another_image',
  cancelled: 'reload',
};

/**
 * Says what a failure that this library reports asks of the person (specification, Errors): the code decides, then the
 * status. Anything else is `unknown`, the reason of an aborted signal among it.
 */
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
