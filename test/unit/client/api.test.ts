import { describe, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import {
  bearerCredentials,
  cookieCredentials,
  keyCredentials,
  pageCredentials,
} from '../../../src/client/credentials.ts';
import { deviceCredentials, type DeviceState } from '../../../src/client/device-credentials.ts';
import { ApiError, ConnectionError } from '../../../src/client/errors.ts';
import { isTransient } from '../../../src/client/retry-rules.ts';

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
  it('with a truncated answer is a lost connection, and transient', async () => {
    const failure: unknown = await answering(cutOff)
      .readRecipe()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(isTransient(failure)).toBe(true);
  });

  it('with an answer without an envelope is a refusal', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const failure: unknown = await answering(page)
      .readRecipe()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 502, code: 0 });
  });
});

describe('an API key', () => {
  it('is sent without cookies, as servers that allow every origin demand', async () => {
    const sent: unknown[] = [];
    const api = new TintypeApi(
      'https://images.example',
      keyCredentials('tint_1'),
      async (_, init) => {
        const headers = new Headers(init?.headers);
        sent.push([headers.get('Authorization'), headers.has('Cookie'), init?.credentials]);
        return Response.json({ code: 0, data: {} });
      },
    );
    const file = { filename: 'a', mimeType: 'image/png', bytes: new Uint8Array(1) };
    await api.listImages({ search: 'a b', limit: '5' });
    await api.submitImage('key', { ...file, visibility: 'public' }, undefined, () => undefined);
    expect(sent).toEqual(Array.from({ length: 2 }, () => ['Bearer tint_1', false, 'omit']));
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

describe('an aborted call', () => {
  it.each([0, 4011])('stops waiting for shared work when it is aborted, after %i', async (code) => {
    const never = new Promise<never>(() => undefined);
    const credentials = {
      ...bearerCredentials('token', DEVICE),
      prepare: async () => (code === 0 ? never : undefined),
      renews: 4011,
      renew: () => never,
    };
    const api = new TintypeApi('https://images.example', credentials, async () =>
      Response.json({ code, message: 'no' }, { status: 401 }),
    );
    const giveUp = new AbortController();
    const call = api.readRecipe(giveUp.signal);
    setTimeout(() => {
      giveUp.abort(new Error('given up'));
    }, 1);
    await expect(call).rejects.toThrow('given up');
    await expect(api.readRecipe(giveUp.signal)).rejects.toThrow('given up');
  });
});

describe('signing in and registering', () => {
  it('send the captcha’s answer', async () => {
    const bodies: unknown[] = [];
    const api = new TintypeApi('https://images.example', cookieCredentials(), async (_, init) => {
      bodies.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null);
      return Response.json({ code: 0, data: {} });
    });
    const captcha = { provider: 'provider_a', token: 'solved', action: 'login' } as const;
    const account = { username: 'ada', password: 'correct horse', captcha };
    await api.register({ ...account, email: 'ada@example.org' });
    await api.login(account);
    await api.loginDevice({ ...account, device: { device_id: 'phone', name: 'A phone' } });
    expect(bodies).toMatchObject([{ captcha }, { captcha }, { captcha }]);
    expect(bodies).toHaveLength(3);
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

describe('a device that signs in once', () => {
  const MINUTE_MS = 60_000;
  const HOUR_MS = 3_600_000;
  const ACCOUNT = {
    username: 'ada',
    password: 'correct horse',
    device: { device_id: 'phone', name: 'A phone' },
  };

  /** A server with sessions of a day, and a device whose clock is off by `offsetMs`. */
  const start = (offsetMs = 0, state: DeviceState | null = null) => {
    const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
    const calls: string[] = [];
    const nonces = new Set<string>();
    let kept = state;
    let sessions = 0;
    let expiresAt = 0;
    let forgetAt = 0;
    const failing = new Set<string>();
    const open = () => {
      sessions += 1;
      expiresAt = clock.now + 24 * HOUR_MS;
      forgetAt = expiresAt + 7 * 24 * HOUR_MS;
      return {
        session_token: `session-${sessions}`,
        session_expires_at: new Date(expiresAt).toISOString(),
      };
    };
    const ok = (data: object | null) => Response.json({ code: 0, message: 'ok', data });
    const refuse = (status: number, code: number, data = {}) =>
      Response.json({ code, message: 'no', data }, { status });
    const answer = (path: string, headers: Headers, body: string): Response => {
      const server_time = new Date(clock.now).toISOString();
      if (failing.has(path)) return refuse(503, 1001);
      if (path === 'device-login') return ok({ identity_token: 'identity', ...open() });
      if (path === 'device-bootstrap') {
        const asked = JSON.parse(body) as {
          identity_token: string;
          nonce: string;
          timestamp_ms: number;
        };
        if (asked.identity_token !== 'identity' || nonces.has(asked.nonce))
          return refuse(409, 4090);
        nonces.add(asked.nonce);
        const isFar = Math.abs(asked.timestamp_ms - clock.now) > 5 * MINUTE_MS;
        return isFar ? refuse(400, 3000, { server_time }) : ok(open());
      }
      if (path === 'register' || path === 'login') return ok({});
      const isKnown = headers.get('Authorization') === `Bearer session-${sessions}`;
      if (!isKnown || clock.now >= forgetAt) return refuse(401, 4010);
      if (clock.now >= expiresAt) return refuse(401, 4011);
      if (path !== 'device-heartbeat') return ok(null);
      expiresAt = clock.now + 24 * HOUR_MS;
      return ok({ session_expires_at: new Date(expiresAt).toISOString(), server_time });
    };
    const credentials = deviceCredentials(DEVICE, {
      state,
      onChange: (changed) => {
        kept = changed;
      },
      now: () => clock.now + offsetMs,
    });
    const api = new TintypeApi('https://images.example', credentials, async (input, init) => {
      const path = new URL(new Request(input).url).pathname.split('/').at(-1) ?? '';
      calls.push(path);
      const body = typeof init?.body === 'string' ? init.body : '';
      return answer(path, new Headers(init?.headers), body);
    });
    return { api, calls, clock, failing, state: () => kept };
  };

  it('renews its session after half of its lifetime, once for concurrent calls', async () => {
    const { api, calls, clock } = start();
    await api.loginDevice(ACCOUNT);
    clock.now += 12 * HOUR_MS - 1;
    await api.readRecipe();
    clock.now += 1;
    await Promise.all([api.readRecipe(), api.readRecipe()]);
    expect(calls).toEqual(['device-login', 'recipe', 'device-heartbeat', 'recipe', 'recipe']);
    clock.now += 23 * HOUR_MS;
    await api.readRecipe();
    expect(calls.slice(5)).toEqual(['device-heartbeat', 'recipe']);
  });

  it('replaces an expired session before the call, once for concurrent calls', async () => {
    const { api, calls, clock, state } = start();
    await api.loginDevice(ACCOUNT);
    clock.now += 24 * HOUR_MS;
    await Promise.all([api.readRecipe(), api.readRecipe()]);
    expect(calls).toEqual(['device-login', 'device-bootstrap', 'recipe', 'recipe']);
    expect(state()).toMatchObject({ identityToken: 'identity', sessionToken: 'session-2' });
  });

  it('opens a session by its identity when the server has deleted the old', async () => {
    const { api, calls, clock, state } = start();
    await api.loginDevice(ACCOUNT);
    clock.now += 9 * 24 * HOUR_MS;
    await api.readRecipe();
    expect(calls).toEqual(['device-login', 'device-bootstrap', 'recipe']);
    expect(state()).toMatchObject({ identityToken: 'identity', sessionToken: 'session-2' });
  });

  it('reports why it cannot replace an expired session, and stays signed in', async () => {
    const { api, calls, clock, failing } = start();
    await api.loginDevice(ACCOUNT);
    clock.now += 9 * 24 * HOUR_MS;
    failing.add('device-bootstrap');
    await expect(api.readRecipe()).rejects.toMatchObject({ status: 503, code: 1001 });
    failing.clear();
    await api.readRecipe();
    expect(calls.slice(1)).toEqual(['device-bootstrap', 'device-bootstrap', 'recipe']);
  });

  it('registers and signs in while its session cannot be renewed', async () => {
    const { api, calls, clock, failing } = start();
    await api.loginDevice(ACCOUNT);
    clock.now += 9 * 24 * HOUR_MS;
    failing.add('device-bootstrap');
    await api.register({ ...ACCOUNT, email: 'ada@example.org' });
    await api.login(ACCOUNT);
    expect(calls).toEqual(['device-login', 'register', 'login']);
  });

  it('repeats a call whose session has expired, even with a slow clock', async () => {
    const { api, calls, clock } = start(-3 * HOUR_MS);
    await api.loginDevice(ACCOUNT);
    clock.now += 25 * HOUR_MS;
    await api.readRecipe();
    expect(calls.slice(1)).toEqual([
      'device-heartbeat',
      'recipe',
      'device-bootstrap',
      'device-bootstrap',
      'recipe',
    ]);
  });

  it('continues after a failed heartbeat, and postpones the next one', async () => {
    const { api, calls, clock, failing } = start();
    await api.loginDevice(ACCOUNT);
    failing.add('device-heartbeat');
    clock.now += 12 * HOUR_MS;
    await api.readRecipe();
    await api.readRecipe();
    clock.now += 6 * HOUR_MS;
    await api.readRecipe();
    expect(calls.slice(1)).toEqual([
      'device-heartbeat',
      'recipe',
      'recipe',
      'device-heartbeat',
      'recipe',
    ]);
  });

  it('resumes in a later run from stored state, with a fresh nonce each time', async () => {
    const { api, state } = start();
    await api.loginDevice(ACCOUNT);
    await api.bootstrapDevice();
    await api.bootstrapDevice();
    const later = start(0, state());
    await later.api.bootstrapDevice();
    await later.api.readRecipe();
    expect(later.calls).toEqual(['device-bootstrap', 'recipe']);
  });

  it.each([-3, 3])('corrects a clock %i hours off from the refusal', async (hours) => {
    const { api, calls } = start(hours * HOUR_MS);
    await api.loginDevice(ACCOUNT);
    await api.bootstrapDevice();
    await api.bootstrapDevice();
    expect(calls.slice(1)).toEqual(['device-bootstrap', 'device-bootstrap', 'device-bootstrap']);
  });

  it('that is signed out fails, without an automatic retry', async () => {
    const identityToken = 'ended';
    const sessionExpiresAt = new Date(Date.parse('2026-11-22T00:00:00Z')).toISOString();
    const { api, calls } = start(0, { identityToken, sessionToken: 'ended', sessionExpiresAt });
    await expect(api.readRecipe()).rejects.toMatchObject({ code: 4010 });
    expect(calls).toEqual(['recipe']);
    await expect(start().api.bootstrapDevice()).rejects.toThrow('not signed in');
  });
});

describe('an expired CSRF record', () => {
  const REFRESH = '/api/v1/auth/csrf/refresh';

  /** A server whose CSRF token has expired; a refresh may help. */
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

  it('is refreshed once for concurrent calls', async () => {
    const { api, calls } = expiring(true);
    await Promise.all([1, 2, 3].map((part) => api.putPart(`/${part}`, new Uint8Array(1))));
    expect(calls.filter((call) => call.includes(REFRESH)).length).toBe(1);
  });

  it('that stays invalid ends in the refusal, not in a loop', async () => {
    const { api, calls } = expiring(false);
    await expect(api.cancelUpload('u')).rejects.toMatchObject({ code: 4036 });
    expect(calls.length).toBe(4);
  });

  it('is refreshed for the next attempt of a call that is not idempotent', async () => {
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

  it('does not concern devices', async () => {
    const { api, calls } = expiring(true, bearerCredentials('token', DEVICE));
    await expect(api.cancelUpload('u')).rejects.toMatchObject({ code: 4036 });
    expect(calls.length).toBe(1);
  });
});
