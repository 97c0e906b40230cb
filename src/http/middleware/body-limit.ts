import type { Next } from 'hono';
import { DomainError } from '../../domain/errors.ts';
import { readUpTo } from '../../lib/streams.ts';
import type { AppContext } from '../env.ts';

/**
 * Reads a body into memory before anything parses it.
 * @throws {DomainError} body_too_large when it is over the limit for JSON.
 */
export async function jsonBodyLimit(c: AppContext, next: Next): Promise<void> {
  const { raw } = c.req;
  if (raw.body !== null) {
    const { JSON_BODY_MAX_BYTES } = c.env.services.config;
    const announced = Number(c.req.header('Content-Length') ?? 0);
    const body =
      announced > JSON_BODY_MAX_BYTES ? null : await readUpTo(raw.body, JSON_BODY_MAX_BYTES);
    if (body === null) throw new DomainError('body_too_large');
    const { method } = raw;
    c.req.raw = new Request(raw, { method, body });
  }
  await next();
}
