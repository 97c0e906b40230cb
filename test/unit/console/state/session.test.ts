import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, refuse, type ApiCall } from '../support/fake-api.ts';

// By path, since tests lack the types of pages.
const MODULE = new URL('../../../../src/console/state/session.ts', import.meta.url).href;
const CLIENT = new URL('../../../../src/console/api/client.ts', import.meta.url).href;
const SIGNALS = '@preact/signals';

interface SessionModule {
  readonly session: { readonly value: { readonly state: string } };
  readonly sessionFault: { readonly value: unknown };
  readonly user: { readonly value: { readonly id: number } | null };
  readSession(): Promise<void>;
  beginSession(): Promise<void>;
  forgetSession(): void;
  readonly ownerId: { readonly value: number | null };
  startSession(): void;
  signOut(): Promise<void>;
}

interface Asked {
  readonly path: string;
  answer(code: number, data?: object): void;
}

let asked: Asked[];

beforeEach(() => {
  asked = [];
  vi.resetModules();
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { cookie: '__Host-csrf_token=x', addEventListener: () => undefined });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(): void {}
      postMessage(): void {}
    },
  );
  fakeApi({
    'GET /api/v1/auth/me': hold,
    'POST /api/v1/auth/logout': hold,
    'POST /api/v1/auth/csrf/refresh': hold,
    'DELETE /api/v1/images/{id}': hold,
  });
});

/** Answers a call when the test says so. */
const hold = ({ path }: ApiCall): Promise<Response> => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const answer: Asked['answer'] = (code, data) =>
    resolve(code === 0 ? Response.json({ code, data }) : refuse(code < 4030 ? 401 : 403, code));
  asked.push({ path, answer });
  return promise;
};

const load = async (): Promise<SessionModule> => (await import(MODULE)) as SessionModule;

const until = (count: number): Promise<void> => expect.poll(() => asked.length).toBe(count);

describe('the signed-in person', () => {
  it('is not set by an answer that arrives after the sign-out', async () => {
    const { forgetSession, readSession, session } = await load();
    const read = readSession();
    await until(1);
    forgetSession();
    asked[0]?.answer(0, { id: 1 });
    await read;
    expect(session.value).toEqual({ state: 'anonymous' });
  });

  it('follows the newest request, whichever answer comes last', async () => {
    const { beginSession, readSession, user } = await load();
    const early = readSession();
    const late = beginSession();
    await until(2);
    asked[1]?.answer(0, { id: 2 });
    await late;
    asked[0]?.answer(4010);
    await early;
    expect(user.value).toEqual({ id: 2 });
  });

  it('is null between one person and the next', async () => {
    const { readSession, user } = await load();
    const { effect } = (await import(SIGNALS)) as { effect: (watch: () => void) => void };
    const seen: unknown[] = [];
    effect(() => void seen.push(user.value?.id ?? null));
    for (const [at, id] of [1, 1, 2].entries()) {
      const read = readSession();
      await until(at + 1);
      asked[at]?.answer(0, { id });
      await read;
    }
    expect(seen).toEqual([null, 1, 1, null, 2]);
  });

  it('stays unknown after a timeout, and can be requested again', async () => {
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
    const { readSession, session, sessionFault } = await load();
    const read = readSession();
    await until(1);
    timeout.abort(new DOMException('too slow', 'TimeoutError'));
    await read;
    expect(session.value.state).toBe('unknown');
    expect(sessionFault.value).toMatchObject({ name: 'ConnectionError' });
    const again = readSession();
    await until(2);
    asked[1]?.answer(0, { id: 1 });
    await again;
    expect(session.value.state).toBe('signed_in');
    expect(sessionFault.value).toBeNull();
  });
});

describe('a sign-out', () => {
  const begin = async () => {
    const module = await load();
    module.startSession();
    await until(1);
    asked[0]?.answer(0, { id: 1 });
    await expect.poll(() => module.ownerId.value).toBe(1);
    const leaving = module.signOut();
    await until(2);
    return { ...module, leaving };
  };

  it('is repeated silently once its CSRF token is renewed', async () => {
    const { session, leaving } = await begin();
    asked[1]?.answer(4036);
    await until(3);
    asked[2]?.answer(0);
    await until(4);
    asked[3]?.answer(0);
    await leaving;
    expect(asked.slice(1).map(({ path }) => path)).toEqual([
      '/api/v1/auth/logout',
      '/api/v1/auth/csrf/refresh',
      '/api/v1/auth/logout',
    ]);
    expect(session.value).toEqual({ state: 'anonymous' });
  });

  it.each([4010, 4011, 4030])(
    'succeeds for an expired session (%i), and clears the person’s data',
    async (code) => {
      const { session, ownerId, leaving } = await begin();
      asked[1]?.answer(code);
      await leaving;
      expect([session.value, ownerId.value]).toEqual([{ state: 'anonymous' }, null]);
    },
  );

  it('fails when the service refuses it', async () => {
    const { session, leaving } = await begin();
    asked[1]?.answer(4095);
    await expect(leaving).rejects.toMatchObject({ code: 4095 });
    expect(session.value.state).toBe('signed_in');
  });
});

it('concurrent writes with an expired CSRF token renew it once', async () => {
  interface Client {
    readonly api: { DELETE(path: string, init: object): Promise<unknown> };
    call(asked: Promise<unknown>): Promise<unknown>;
  }
  const { api, call } = (await import(CLIENT)) as Client;
  const writes = [1, 2, 3].map((id) =>
    call(api.DELETE('/api/v1/images/{id}', { params: { path: { id } } })),
  );
  await until(3);
  for (const write of asked.slice(0, 3)) write.answer(4036);
  await until(4);
  asked[3]?.answer(0);
  await until(7);
  for (const write of asked.slice(4)) write.answer(0);
  await Promise.all(writes);
  expect(asked[3]?.path).toBe('/api/v1/auth/csrf/refresh');
});
