import { DomainError, type ErrorName } from '../domain/errors.ts';
import { toTimestamp } from '../../shared/clock.ts';
import { describeError, type Log } from '../lib/log.ts';
import { toWireError } from './wire-errors.ts';

// For a 429 or 503 whose verb names no delay.
const DEFAULT_RETRY_AFTER_SECONDS = 10;

export interface Failed {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
}

/** An undefined header is removed from the replaced answer. */
export interface Refusal {
  readonly status: number;
  readonly headers: {
    readonly [Name in 'Retry-After' | 'Allow' | 'WWW-Authenticate']: string | undefined;
  };
  readonly body: { readonly code: number; readonly message: string; readonly request_id: string };
}

/** The text of an unknown failure goes only to the log. */
export function describeRefusal(thrown: unknown, failed: Failed, log: Log): Refusal {
  const error =
    thrown instanceof DomainError
      ? thrown
      : new DomainError(nameFailure(thrown), { cause: thrown });
  const { code, status, message, retryAfterSeconds } = toWireError(error);
  const { allow, serverTime } = error.details;
  const { requestId, method, path } = failed;
  if (status >= 500 && !isSaturated(error)) {
    const reason = describeError(error);
    log.error('request_failed', { request_id: requestId, code, method, path, reason });
  }
  const isPassing = status === 429 || status === 503;
  const retryAfter = String(retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS);
  return {
    status,
    headers: {
      'Retry-After': isPassing ? retryAfter : undefined,
      Allow: allow,
      'WWW-Authenticate': status === 401 ? 'Bearer' : undefined,
    },
    body: { code, message, ...dataOf(serverTime), request_id: requestId },
  };
}

/** A saturated dynamic path is no failure; the metrics count it. */
function isSaturated({ reason, cause }: DomainError): boolean {
  return reason === 'image_processing_busy' && cause === undefined;
}

function nameFailure(error: unknown): ErrorName {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'CacheError') return 'cache_error';
    if (cause.message.startsWith('D1_')) return 'database_error';
  }
  return 'internal_error';
}

function dataOf(serverTime: number | undefined) {
  return serverTime === undefined ? {} : { data: { server_time: toTimestamp(serverTime) } };
}
