import type { MiddlewareHandler, Next } from 'hono';
import type { Config } from '../../config.ts';
import { DomainError, type ErrorName } from '../../domain/errors.ts';
import { StallError } from '../../../shared/stall-watch.ts';
import { readUpTo } from '../../../shared/streams.ts';
import type { AppContext, AppEnv } from '../env.ts';

export const READ_BODY_ERRORS = [
  // The body breaks off, stalls or takes too long.
  'invalid_parameter',
  'body_too_large',
] as const satisfies readonly ErrorName[];

/** Runs before the body is parsed. */
export const jsonBodyLimit = limitBody(({ JSON_BODY_MAX_BYTES }) => JSON_BODY_MAX_BYTES);

/** As `jsonBodyLimit`; the limit is in bytes. */
export function limitBody(limitOf: (config: Config) => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const body = await readBody(c, limitOf(c.env.services.config));
    if (body !== null) {
      const { raw } = c.req;
      const { method } = raw;
      c.req.raw = new Request(raw, { method, body });
    }
    await next();
  };
}

/** An empty body is none, whatever its Content-Type: many clients send that header with every request. */
export async function optionalJsonBody(c: AppContext, next: Next): Promise<void> {
  const body = await readBody(c, c.env.services.config.JSON_BODY_MAX_BYTES);
  const { raw } = c.req;
  const { method, url } = raw;
  if (body === null || body.byteLength === 0) {
    const headers = new Headers(raw.headers);
    headers.delete('Content-Type');
    c.req.raw = new Request(url, { method, headers });
  } else {
    c.req.raw = new Request(raw, { method, body });
  }
  await next();
}

export async function readBody(
  c: AppContext,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { raw } = c.req;
  if (raw.body === null) return null;
  const announced = Number(c.req.header('Content-Length') ?? 0);
  const body = announced > maxBytes ? null : await receive(raw.body, c, maxBytes);
  if (body === null) throw new DomainError('body_too_large');
  return body;
}

/** Only the sender's failures end a body early. */
async function receive(
  body: ReadableStream<Uint8Array>,
  c: AppContext,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { BODY_IDLE_TIMEOUT_MS, JSON_BODY_TIMEOUT_MS } = c.env.services.config;
  const patience = { idleMs: BODY_IDLE_TIMEOUT_MS, wholeMs: JSON_BODY_TIMEOUT_MS };
  try {
    return await readUpTo(body, maxBytes, patience);
  } catch (error) {
    const message =
      error instanceof StallError ? 'The body took too long to arrive' : 'The body broke off';
    throw new DomainError('invalid_parameter', { message, cause: error });
  }
}
