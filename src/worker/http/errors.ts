import { HTTPException } from 'hono/http-exception';
import { DomainError } from '../domain/errors.ts';
import type { AppContext } from './env.ts';
import { describeRefusal } from './refusal.ts';

export function answerError(thrown: unknown, c: AppContext): Response {
  const { method, path } = c.req;
  const failed = { requestId: c.var.requestId, method, path };
  const { status, headers, body } = describeRefusal(translate(thrown), failed, c.env.services.log);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return c.json(body, status as 400);
}

/** Hono refuses a body that is not JSON, and one without JSON's media type. */
function translate(thrown: unknown): unknown {
  if (!(thrown instanceof HTTPException) || thrown.status >= 500) return thrown;
  return thrown.status === 415
    ? new DomainError('unsupported_type', { message: 'Unsupported content type', cause: thrown })
    : new DomainError('invalid_parameter', { message: thrown.message, cause: thrown });
}
