import { HTTPException } from 'hono/http-exception';
import { DomainError, type ErrorName } from '../domain/errors.ts';
import { describeError } from '../lib/log.ts';
import type { AppContext } from './env.ts';

// Every 429 and 503 says when to come back, also where the verb knows no better.
const DEFAULT_RETRY_AFTER_SECONDS = 10;

/** Maps whatever was thrown to its envelope; the text of an unknown failure goes to the log alone. */
export function answerError(thrown: unknown, c: AppContext): Response {
  const error = toDomainError(thrown);
  const { code, status, message, retryAfterSeconds } = error.wire;
  const { allow, data } = error.details;
  const requestId = c.var.requestId;
  if (status >= 500) {
    c.env.services.log.error('request_failed', {
      request_id: requestId,
      code,
      method: c.req.method,
      path: c.req.path,
      reason: describeError(error),
    });
  }
  const isPassing = status === 429 || status === 503;
  const retryAfter = String(retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS);
  // What takes the place of another refusal has none of that one's headers.
  c.header('Retry-After', isPassing ? retryAfter : undefined);
  c.header('Allow', allow);
  const body = { code, message, ...(data === undefined ? {} : { data }), request_id: requestId };
  return c.json(body, status as 400);
}

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // Hono's own refusals: a body that is no JSON, and one that does not even say it is.
  if (error instanceof HTTPException && error.status < 500) {
    return error.status === 415
      ? new DomainError('unsupported_type', { message: 'Unsupported content type', cause: error })
      : new DomainError('invalid_parameter', { message: error.message, cause: error });
  }
  return new DomainError(nameFailure(error), { cause: error });
}

function nameFailure(error: unknown): ErrorName {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'CacheError') return 'cache_error';
    if (cause.message.startsWith('D1_')) return 'database_error';
  }
  return 'internal_error';
}
