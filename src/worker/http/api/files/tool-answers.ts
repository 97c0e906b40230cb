import type { Next } from 'hono';
import { cors } from 'hono/cors';
import type { AppContext } from '../../env.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Pages of any site may present a key. None can send cookies: they are of this site alone. */
export const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['POST'],
  allowHeaders: ['Authorization', 'Content-Type', 'X-API-Key', 'X-File-Name'],
  exposeHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: PREFLIGHT_MAX_AGE_SECONDS,
});

/** Adds what programs look for in a refusal. */
export async function markRefusals(c: AppContext, next: Next): Promise<void> {
  await next();
  const { status, headers } = c.res;
  if (status < 400) return;
  const body = await c.res.json<object>();
  const marked = { ...body, success: false, status: false };
  c.res = new Response(JSON.stringify(marked), { status, headers });
}
