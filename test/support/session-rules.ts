import type { MiddlewareHandler } from 'hono';
import type { Actor } from '../../src/worker/domain/actor.ts';
import type { AppEnv } from '../../src/worker/http/env.ts';
import { answerError } from '../../src/worker/http/errors.ts';
import { findCaller } from '../../src/worker/http/find-caller.ts';
import {
  requireSession,
  requireSessionAndPartSlot,
  requireSessionOrQueryKey,
} from '../../src/worker/http/middleware/session.ts';
import { createRouter } from '../../src/worker/http/router.ts';
import { countInto, type Tally } from './instrument.ts';
import type { Person } from './people.ts';
import { BASE_URL, createTestWorker, type TestWorker, type TestWorkerOptions } from './worker.ts';

let held = { count: 0, end: Promise.resolve() };

/** Parts of `?held` end when the result's `end` is called. */
export const holdParts = (): { readonly count: () => number; readonly end: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const parts = (held = { count: 0, end: promise });
  return { count: () => parts.count, end: resolve };
};

const hold = async (): Promise<void> => {
  held.count += 1;
  await held.end;
};

const takeUploadKeys: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('keyScope', 'upload');
  await next();
};

/**
 * The session rules alone: a read or write, the same for keys that may upload, as a door for a key in the query, with a
 * part slot, and a direct link.
 */
export const rules = createRouter();
rules.onError(answerError);
rules.all('/guarded', requireSession, (c) => c.json({ actor: c.var.actor }));
rules.all('/upload', takeUploadKeys, requireSession, (c) => c.json({ actor: c.var.actor }));
rules.all('/door', takeUploadKeys, requireSessionOrQueryKey, (c) => c.json({ actor: c.var.actor }));
rules.put('/part', takeUploadKeys, requireSessionAndPartSlot, async (c) => {
  if (c.req.query('held') !== undefined) await hold();
  if (c.req.query('fail') !== undefined) throw new Error('broken');
  if (c.req.query('twice') !== undefined) await c.var.partSlot.release();
  return c.json({ code: 0 });
});
rules.get('/link', async (c) => c.json({ actor: await findCaller(c.env.services, c.req.raw) }));

interface Answer {
  readonly status: number;
  readonly code: number | undefined;
  readonly actor: Actor | null | undefined;
  readonly retryAfter: string | null;
}

export const ask = async (
  worker: TestWorker,
  path: string,
  init: RequestInit = {},
): Promise<Answer> => {
  const request = new Request(new URL(path, BASE_URL), init);
  const response = await rules.fetch(request, { services: worker.services });
  const body = await response.json<{ code?: number; actor?: Answer['actor'] }>();
  const retryAfter = response.headers.get('Retry-After');
  return { status: response.status, code: body.code, actor: body.actor, retryAfter };
};

export const asCookie = (person: Person): Record<string, string> => ({
  Cookie: person.headers['Cookie'] ?? '',
});

export const tokenCookie = (token: string) => ({ Cookie: `__Host-session_token=${token}` });
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const measured = (options: TestWorkerOptions = {}): { worker: TestWorker; tally: Tally } => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  return { tally, worker: createTestWorker({ ...options, intercept: countInto(tally) }) };
};
