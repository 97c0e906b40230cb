import { classifyError, type RecoveryAction } from '../../../../client/recovery-action.ts';
import {
  ApiError,
  ConnectionError,
  UploadError,
  type UploadFault,
} from '../../../../client/errors.ts';
import { DeviceLimitError } from '../../../../client/imaging/device-limits.ts';
import { PrepareError, type PrepareErrorCode } from '../../../../client/imaging/prepare-error.ts';
import {
  BODY_TOO_LARGE,
  IMAGE_PROCESSING_FAILED,
  IMAGE_TOO_LARGE,
  STORAGE_PRESSURE,
  UNSUPPORTED_TYPE,
  UPLOADS_DISABLED,
} from '../../../../shared/error-codes.ts';

export type FileFailure =
  | { readonly kind: 'refused'; readonly code: number; readonly retryAt: number | null }
  | {
      readonly kind: 'unfit';
      readonly code: PrepareErrorCode;
      /** The limit of this device in pixels, where the device and not the service set the limit. */
      readonly deviceLimit?: number;
    }
  | { readonly kind: 'ended'; readonly fault: UploadFault; readonly code: number | null }
  | { readonly kind: 'no_connection' }
  | { readonly kind: 'unknown' };

export interface Blocker {
  readonly reason: 'wait' | 'no_space' | 'full' | 'locked' | 'update' | 'down';
  /** When the next attempt is allowed, in milliseconds since 1970; null where the service named no time. */
  readonly pausedUntil: number | null;
}

export interface Verdict {
  readonly failure: FileFailure;
  /** Whether the file itself is fine and waits until the obstacle is gone. */
  readonly isReleased: boolean;
  readonly blocker: Blocker | null;
}

const REASON_OF_ACTION: ReadonlyMap<RecoveryAction, Blocker['reason']> = new Map<
  RecoveryAction,
  Blocker['reason']
>([
  ['account_locked', 'locked'],
  ['free_space', 'full'],
  ['update', 'update'],
  ['wait', 'wait'],
]);

/** The service takes no uploads from anybody. */
const NO_SPACE_CODES = new Set<number>([STORAGE_PRESSURE, UPLOADS_DISABLED]);

/** The pause before a service that is down is asked again, unless it names a longer one. */
export const DOWN_MS = 30_000;

/** Obstacles that say nothing about the file. */
const RELEASING: ReadonlySet<RecoveryAction> = new Set<RecoveryAction>([
  'sign_in',
  'account_disabled',
  'check_connection',
  'account_locked',
  'free_space',
  'update',
  'wait',
]);

/** `now` in milliseconds since 1970. */
export function judge(error: unknown, now: number): Verdict {
  const { action, waitMs } = classifyError(error);
  const code = error instanceof ApiError ? error.code : 0;
  const pausedUntil = waitMs === null ? null : now + waitMs;
  const failure = toFileFailure(error, pausedUntil);
  if (isDown(error)) {
    const end = now + Math.max(waitMs ?? 0, DOWN_MS);
    return { failure, isReleased: true, blocker: { reason: 'down', pausedUntil: end } };
  }
  const reason = NO_SPACE_CODES.has(code) ? 'no_space' : REASON_OF_ACTION.get(action);
  return {
    failure,
    isReleased: RELEASING.has(action),
    blocker: reason === undefined ? null : { reason, pausedUntil },
  };
}

export function endsWithTime({ reason, pausedUntil }: Blocker): boolean {
  return pausedUntil !== null && (reason === 'down' || reason === 'no_space');
}

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

/** A file that has changed and a file that is gone (File API, 6.1). */
const UNREADABLE = new Set(['NotReadableError', 'NotFoundError']);

/** Whether a file has changed since it was given, so that the person has to choose it again. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && UNREADABLE.has(error.name);
}

/** Refusals that the same file meets every time. */
const LASTING_CODES = new Set<number>([BODY_TOO_LARGE, UNSUPPORTED_TYPE, IMAGE_TOO_LARGE]);
const PASSING_UNFIT: ReadonlySet<PrepareErrorCode> = new Set<PrepareErrorCode>([
  'codec_unavailable',
  'processing_failed',
]);

export function isWorthRetrying(failure: FileFailure): boolean {
  if (failure.kind === 'unfit') return PASSING_UNFIT.has(failure.code);
  return !('code' in failure && LASTING_CODES.has(failure.code ?? 0));
}
