/** What a failure means for the file that met it, and for those that wait. */

import { demandOf } from '../../client/demand.ts';
import { ApiError, ConnectionError, UploadError, type UploadFault } from '../../client/errors.ts';
import { PrepareError, type PrepareErrorCode } from '../../client/imaging/prepare-error.ts';

/** Why a file failed, in a form that can be kept. */
export type Failure =
  | { readonly kind: 'refused'; readonly code: number; readonly retryAt: number | null }
  | { readonly kind: 'unfit'; readonly code: PrepareErrorCode }
  | { readonly kind: 'ended'; readonly fault: UploadFault; readonly code: number | null }
  | { readonly kind: 'no_connection' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unknown' };

/** Why nothing more is begun. */
export interface Hold {
  readonly reason: 'wait' | 'no_space' | 'full' | 'locked' | 'update';
  /** Of the answer that said so. */
  readonly code: number;
  /** When it ends by itself, in milliseconds since 1970; null when the person has to say so. */
  readonly until: number | null;
}

export interface Verdict {
  readonly failure: Failure;
  /** Whether the file itself is fine, and waits for what stands in its way to pass. */
  readonly isReleased: boolean;
  readonly hold: Hold | null;
}

/** The service has no space, or takes no uploads, for anybody. */
const NO_SPACE_CODES = new Set([5030, 5031]);

/**
 * Judges a failure. What was refused for its rate is not sent again by itself (specification, Errors): its file waits for
 * the person, and those behind it for as long as the service asked. `now` in milliseconds since 1970.
 */
export function judge(error: unknown, now: number): Verdict {
  const { demand, waitMs } = demandOf(error);
  const code = error instanceof ApiError ? error.code : 0;
  const until = waitMs === null ? null : now + waitMs;
  const failure = toFailure(error, until);
  const hold = (reason: Hold['reason'], until: number | null): Hold => ({ reason, code, until });
  switch (demand) {
    case 'sign_in':
    case 'account_disabled':
    case 'check_connection':
      return { failure, isReleased: true, hold: null };
    case 'account_locked':
      return { failure, isReleased: true, hold: hold('locked', null) };
    case 'free_space':
      return { failure, isReleased: true, hold: hold('full', null) };
    case 'update':
      return { failure, isReleased: true, hold: hold('update', null) };
    case 'wait':
      return { failure, isReleased: false, hold: hold('wait', until) };
    case 'come_back_later':
      return {
        failure,
        isReleased: false,
        hold: NO_SPACE_CODES.has(code) ? hold('no_space', until) : null,
      };
    default:
      return { failure, isReleased: false, hold: null };
  }
}

function toFailure(error: unknown, retryAt: number | null): Failure {
  if (error instanceof ApiError) return { kind: 'refused', code: error.code, retryAt };
  if (error instanceof PrepareError) return { kind: 'unfit', code: error.code };
  if (error instanceof UploadError) {
    return { kind: 'ended', fault: error.fault, code: error.code };
  }
  if (error instanceof ConnectionError) return { kind: 'no_connection' };
  if (error instanceof DOMException && error.name === 'NotReadableError') {
    return { kind: 'unreadable' };
  }
  return { kind: 'unknown' };
}

/** Failures that the same file meets again, whatever is done. */
const LASTING_CODES = new Set([3002, 3003, 3010]);

/** Whether trying again can help. */
export function isWorthRetrying(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unfit':
      return failure.code === 'codec_unavailable' || failure.code === 'processing_failed';
    case 'refused':
      return !LASTING_CODES.has(failure.code);
    case 'ended':
      return !LASTING_CODES.has(failure.code ?? 0);
    default:
      return true;
  }
}
