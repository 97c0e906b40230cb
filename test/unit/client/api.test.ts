import { describe, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import {
  bearerCredentials,
  cookieCredentials,
  pageCredentials,
} from '../../../src/client/credentials.ts';
import { ApiError, ConnectionError, isTransient } from '../../../src/client/errors.ts';

const DEVICE = { platform: 'android', version: '1.4.0' } as const;

const answering = (response: () => Response) =>
  new TintypeApi('https://images.example', bearerCredentials('token', DEVICE), async () =>
    response(),
  );

const cutOff = (): Response => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"code":0,"data":'));
    },
    pull: (controller) => {
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body);
};

describe('a call', () => {
  it('whose answer is cut off is a lost connection, which is safe to try again', async () => {
    const failure: unknown = await answering(cutOff)
      .readRecipe()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(isTransient(failure)).toBe(true);
  });

  it('whose answer is whole, but no envelope, is a refusal', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const failure: unknown = await answering(page)
      .readRecipe()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 502, code: 0 });
  });
});

describe('Retry-After', () => {
  const refusal = async (retryAfter: string): Promise<unknown> =>
    answering(() => {
      const headers = { 'Retry-After': retryAfter };
      return Response.json({ code: 4029, message: 'Too many' }, { status: 429, headers });
    })
      .readRecipe()
      .catch((error: unknown) => error);

  it('is read as seconds and as a date', async () => {
    expect(await refusal('40')).toMatchObject({ retryAfterMs: 40_000 });
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    const { retryAfterMs } = (await refusal(inAMinute)) as ApiError;
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    expect(await refusal('soon')).toMatchObject({ retryAfterMs: null });
  });
});

describe('a device', () => {
  it('sends its platform and version with every request', async () => {
    const seen: Headers[] = [];
    const api = new TintypeApi(
      'https://images.example',
      bearerCredentials('token', DEVICE),
      async (_input, init) => {
        seen.push(new Headers(init?.headers));
        return Response.json({ code: 0, data: null });
      },
    );
    await api.readRecipe();
    await api.putPart('/part', new Uint8Array(1));
    for (const headers of seen) {
      expect(headers.get('Authorization')).toBe('Bearer token');
      expect(headers.get('X-Platform')).toBe('android');
      expect(headers.get('X-Client-Version')).toBe('1.4.0');
    }
    expect(seen.length).toBe(2);
  });
});

describe('an expired CSRF record', () => {
  const REFRESH = '/api/v1/auth/csrf/refresh';

  /** A server whose record has expired until it is refreshed, if that helps at all. */
  const expiring = (helps: boolean, credentials = cookieCredentials()) => {
    const calls: string[] = [];
    let isFresh = false;
    const api = new TintypeApi('https://images.example', credentials, async (input, init) => {
      const { pathname } = new URL(new Request(input).url);
      calls.push(`${init?.method} ${pathname}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (pathname === REFRESH) {
        isFresh = helps;
        const headers = { 'Set-Cookie': '__Host-csrf_token=fresh; Path=/; Secure' };
        const origin = new Headers(init?.headers).get('Origin');
        calls.push(`Origin ${origin}`);
        return Response.json({ code: 0, data: null }, { headers });
      }
      return isFresh
        ? Response.json({
            code: 0,
            data: { token: new Headers(init?.headers).get('X-CSRF-Token') },
          })
        : Response.json({ code: 4036, message: 'Invalid CSRF token' }, { status: 403 });
    });
    return { api, calls };
  };

  it('is refreshed once, and the call is sent again with the fresh token', async () => {
    const { api, calls } = expiring(true);
    expect(await api.completeUpload('u')).toEqual({ token: 'fresh' });
    expect(calls).toEqual([
      'POST /api/v1/uploads/u/complete',
      `POST ${REFRESH}`,
      'Origin https://images.example',
      'POST /api/v1/uploads/u/complete',
    ]);
  });

  it('is refreshed once for all calls that meet it at the same time', async () => {
    const { api, calls } = expiring(true);
    await Promise.all([1, 2, 3].map((part) => api.putPart(`/${part}`, new Uint8Array(1))));
    expect(calls.filter((call) => call.includes(REFRESH)).length).toBe(1);
  });

  it('that stays invalid ends in the refusal, not in a circle', async () => {
    const { api, calls } = expiring(false);
    await expect(api.cancelUpload('u')).rejects.toMatchObject({ code: 4036 });
    expect(calls.length).toBe(4);
  });

  it('is refreshed for the next attempt where a call may not be sent twice', async () => {
    const { api, calls } = expiring(true);
    const account = { username: 'ada', password: 'correct horse' };
    await expect(api.login(account)).rejects.toMatchObject({ code: 4036 });
    expect(calls.filter((call) => call.endsWith('login')).length).toBe(1);
    await expect(api.login(account)).resolves.toBeUndefined();
  });

  it('in a page leaves Origin to the browser', async () => {
    const { api, calls } = expiring(
      true,
      pageCredentials(() => '__Host-csrf_token=fresh'),
    );
    await api.cancelUpload('u');
    expect(calls).toContain('Origin null');
  });

  it('is no matter of devices, which have none', async () => {
    const { api, calls } = expiring(true, bearerCredentials('token', DEVICE));
    await expect(api.cancelUpload('u')).rejects.toMatchObject({ code: 4036 });
    expect(calls.length).toBe(1);
  });
});
