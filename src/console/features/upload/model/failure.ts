/** What a failure means for the file that met it, and for those that wait. */

import { classifyError, type RecoveryAction } from '../../../../client/recovery-action.ts';
import {
  ApiError,
  ConnectionError,
  UploadError,
  type UploadFault,
} from '../../../../client/errors.ts';
import { PrepareError, type PrepareErrorCode } from '../../../../client/imaging/prepare-error.ts';
import {
  BODY_TOO_LARGE,
  IMAGE_PROCESSING_FAILED,
  IMAGE_TOO_LARGE,
  STORAGE_PRESSURE,
  UNSUPPORTED_TYPE,
  UPLOADS_DISABLED,
} from '../../../../shared/error-codes.ts';
import { DeviceLimitError } from '../preparation/limits.ts';

/** Why a file failed, in a form that can be kept. */
export type FileFailure =
  | { readonly kind: 'refused'; readonly code: number; readonly retryAt: number | null }
  | {
      readonly kind: 'unfit';
      readonly code: PrepareErrorCode;
      /** Pixels that this device could have prepared, where it set the limit. */
      readonly deviceLimit?: number;
    }
  | { readonly kind: 'ended'; readonly fault: UploadFault; readonly code: number | null }
  | { readonly kind: 'no_connection' }
  | { readonly kind: 'unknown' };

/** Why nothing more is begun. */
export interface Hold {
  readonly reason: 'wait' | 'no_space' | 'full' | 'locked' | 'update' | 'down';
  /** Of the answer that said so. */
  readonly code: number;
  /** When it ends by itself, in milliseconds since 1970; null when the person has to say so. */
  readonly until: number | null;
}

export interface Verdict {
  readonly failure: FileFailure;
  /** Whether the file itself is fine, and waits for what stands in its way to pass. */
  readonly isReleased: boolean;
  readonly hold: Hold | null;
}

const HOLD_OF_DEMAND: ReadonlyMap<RecoveryAction, Hold['reason']> = new Map<
  RecoveryAction,
  Hold['reason']
>([
  ['account_locked', 'locked'],
  ['free_space', 'full'],
  ['update', 'update'],
  ['wait', 'wait'],
]);

/** The service has no space, or takes no uploads, for anybody. */
const NO_SPACE_CODES = new Set<number>([STORAGE_PRESSURE, UPLOADS_DISABLED]);

/** A service that is out of order is asked again after this, or when it says. */
export const DOWN_MS = 30_000;

/** What stands in the way says nothing of the file. */
const RELEASING: ReadonlySet<RecoveryAction> = new Set<RecoveryAction>([
  'sign_in',
  'account_disabled',
  'check_connection',
  'account_locked',
  'free_space',
  'update',
]);

/**
 * Judges a failure. What was refused for its rate is not sent again by itself (specification, Errors): its file waits for
 * the person, and those behind it for as long as the service asked. A service that is out of order holds all back for a
 * while, and again until it is back. `now` in milliseconds since 1970.
 */
export function judge(error: unknown, now: number): Verdict {
  const { action, waitMs } = classifyError(error);
  const code = error instanceof ApiError ? error.code : 0;
  const until = waitMs === null ? null : now + waitMs;
  const failure = toFileFailure(error, until);
  if (isDown(error)) {
    const hold = { reason: 'down', code, until: now + Math.max(waitMs ?? 0, DOWN_MS) } as const;
    return { failure, isReleased: true, hold };
  }
  const reason = NO_SPACE_CODES.has(code) ? 'no_space' : HOLD_OF_DEMAND.get(action);
  return {
    failure,
    isReleased: RELEASING.has(action),
    hold: reason === undefined ? null : { reason, code, until },
  };
}

/** Whether the service, or what stands before it, is out of order, rather than unable to take this file or any. */
function isDown(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 500 &&
    error.code !== IMAGE_PROCESSING_FAILED &&
    !NO_SPACE_CODES.has(error.code)
  );
}

function toFileFailure(error: unknown, retryAt: number | null): FileFailure {
  if (error instanceof ApiError) return { kind: 'refused', code: error.code, retryAt };
  if (error instanceof DeviceLimitError) {
    return { kind: 'unfit', code: error.code, deviceLimit: error.limit };
  }
  if (error instanceof PrepareError) return { kind: 'unfit', code: error.code };
  if (error instanceof UploadError) {
    return { kind: 'ended', fault: error.fault, code: error.code };
  }
  if (error instanceof ConnectionError) return { kind: 'no_connection' };
  return { kind: 'unknown' };
}

/** A file that has changed, and one that is gone (File API, 6.1). */
const UNREADABLE = new Set(['NotReadableError', 'NotFoundError']);

/** Whether a file is not what it was when it was given, and has to be given again. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && UNREADABLE.has(error.name);
}

/** What the same file meets again, whatever is done. */
const LASTING_CODES = new Set<number>([BODY_TOO_LARGE, UNSUPPORTED_TYPE, IMAGE_TOO_LARGE]);
const PASSING_UNFIT: ReadonlySet<PrepareErrorCode> = new Set<PrepareErrorCode>([
  'codec_unavailable',
  'processing_failed',
]);

/** Whether trying again can help. */
export function isWorthRetrying(failure: FileFailure): boolean {
  if (failure.kind === 'unfit') return PASSING_UNFIT.has(failure.code);
  return !('code' in failure && LASTING_CODES.has(failure.code ?? 0));
}
