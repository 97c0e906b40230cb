import { beforeEach, describe, expect, it, vi } from 'vitest';

// By their names alone: their types are those of pages, which tests do not have.
const MODULE = new URL('../../../../src/console/state/session.ts', import.meta.url).href;
const SIGNALS = '@preact/signals';

interface SessionModule {
  readonly session: { readonly value: { readonly state: string } };
  readonly sessionFault: { readonly value: unknown };
  readonly user: { readonly value: { readonly id: number } | null };
  readSession(): Promise<void>;
  beginSession(): Promise<void>;
  endSession(): void;
}

interface Asked {
  readonly path: string;
  answer(code: number, data?: unknown): void;
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
  vi.stubGlobal('fetch', ({ url, signal }: Request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    asked.push({
      path: new URL(url).pathname,
      answer: (code, data) =>
        resolve(Response.json({ code, message: '', data }, { status: code === 0 ? 200 : 401 })),
    });
    return promise;
  });
});

const load = async (): Promise<SessionModule> => (await import(MODULE)) as SessionModule;

const until = (count: number): Promise<void> => expect.poll(() => asked.length).toBe(count);

describe('who is signed in', () => {
  it('is not who an answer names that comes after the sign-out', async () => {
    const { endSession, readSession, session } = await load();
    const read = readSession();
    await until(1);
    endSession();
    asked[0]?.answer(0, { id: 1 });
    await read;
    expect(session.value).toEqual({ state: 'anonymous' });
  });

  it('is who the newest question was answered with, whichever answer comes last', async () => {
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

  it('is nobody between one person and the next', async () => {
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

  it('is given up when no answer comes, and asked again', async () => {
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
