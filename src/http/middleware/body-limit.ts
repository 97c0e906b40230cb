import type { MiddlewareHandler } from 'hono';
import { DomainError } from '../../domain/errors.ts';
import { readUpTo } from '../../lib/streams.ts';
import type { AppEnv } from '../env.ts';

/** Reads a body into memory before anybody parses it, and refuses one over the limit for JSON (3002). */
export const jsonBodyLimit: MiddlewareHandler<AppEnv> = async (c, next) => {
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
};
