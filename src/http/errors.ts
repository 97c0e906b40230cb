import { HTTPException } from 'hono/http-exception';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { describeError } from '../lib/log.ts';
import type { AppContext } from './env.ts';

// Every 429 and 503 says when to come back, also where the verb knows no better.
const DEFAULT_RETRY_AFTER_SECONDS = 10;

const codeOfFailure = (error: unknown): ErrorCode => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'CacheError') return 1002;
    if (cause.message.startsWith('D1_')) return 1001;
  }
  return 1000;
};

const toDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  // Hono's own refusals: a body that is no JSON, and one that does not even say it is.
  if (error instanceof HTTPException && error.status < 500) {
    return error.status === 415
      ? new DomainError(3003, { message: 'Unsupported content type', cause: error })
      : new DomainError(3000, { message: error.message, cause: error });
  }
  return new DomainError(codeOfFailure(error), { cause: error });
};

/** Maps whatever was thrown to its envelope; the text of an unknown failure goes to the log alone. */
export const answerError = (thrown: unknown, c: AppContext): Response => {
  const error = toDomainError(thrown);
  const { status } = error;
  const { retryAfterSeconds, allow, data } = error.details;
  const requestId = c.var.requestId;
  if (status >= 500) {
    c.env.services.log.error('request_failed', {
      request_id: requestId,
      code: error.code,
      method: c.req.method,
      path: c.req.path,
      reason: describeError(error),
    });
  }
  if (status === 429 || status === 503) {
    c.header('Retry-After', String(retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS));
  }
  if (allow !== undefined) c.header('Allow', allow);
  const body = {
    code: error.code,
    message: error.message,
    ...(data === undefined ? {} : { data }),
  };
  return c.json({ ...body, request_id: requestId }, status as 400);
};
