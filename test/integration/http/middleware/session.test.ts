import { beforeAll, describe, expect, it } from 'vitest';
import { answerError } from '../../../../src/worker/http/errors.ts';
import { findCaller } from '../../../../src/worker/http/find-caller.ts';
import {
  requireSession,
  requireSessionAndPartSlot,
} from '../../../../src/worker/http/middleware/session.ts';
import { createRouter } from '../../../../src/worker/http/router.ts';
import { issueCredential } from '../../../../src/worker/lib/credential.ts';
import { newRingSecret } from '../../../../src/worker/lib/key-ring.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  BASE_URL,
  createTestWorker,
  type TestWorker,
  type TestWorkerOptions,
} from '../../../support/worker.ts';
import { runBatch, statement } from '../../../support/sql.ts';

const DAY_MS = 86_400_000;

/** The session rules alone: a read, a write, a write with a part slot, a direct link. */
const rules = createRouter();
rules.onError(answerError);
rules.all('/guarded', requireSession, (c) => c.json({ actor: c.var.actor }));
rules.put('/part', requireSessionAndPartSlot, async (c) => {
  await new Promise((resolve) => setTimeout(resolve, Number(c.req.query('ms') ?? 0)));
  if (c.req.query('fail') !== undefined) throw new Error('broken');
  if (c.req.query('twice') !== undefined) await c.var.partSlot.release();
  return c.json({ code: 0 });
});
rules.get('/link', async (c) => c.json({ actor: await findCaller(c.env.services, c.req.raw) }));

interface Answer {
  readonly status: number;
  readonly code: number | undefined;
  readonly actor: { readonly username: string } | null | undefined;
}

const ask = async (worker: TestWorker, path: string, init: RequestInit = {}): Promise<Answer> => {
  const request = new Request(new URL(path, BASE_URL), init);
  const response = await rules.fetch(request, { services: worker.services });
  const body = await response.json<{ code?: number; actor?: Answer['actor'] }>();
  return { status: response.status, code: body.code, actor: body.actor };
};

interface ApiDocument {
  readonly paths: Record<string, Record<string, { readonly security?: readonly unknown[] }>>;
}

const brokenBody = (): ReadableStream =>
  new ReadableStream({
    pull: (controller) => {
      controller.error(new Error('gone'));
    },
  });

const asCookie = (person: Person): Record<string, string> => ({
  Cookie: person.headers['Cookie'] ?? '',
});

const tokenCookie = (token: string) => ({ Cookie: `__Host-session_token=${token}` });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

let worker: TestWorker;
let person: Person;
beforeAll(async () => {
  worker = createTestWorker();
  person = await registerAndLogin(worker);
});

const measured = (options: TestWorkerOptions = {}): { worker: TestWorker; tally: Tally } => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  return { tally, worker: createTestWorker({ ...options, intercept: countInto(tally) }) };
};

describe('an authenticated request', () => {
  it.each(['GET', 'POST'])('costs one object call and no D1 (%s)', async (method) => {
    const { worker: counted, tally } = measured();
    const answer = await ask(counted, '/guarded', { method, headers: person.headers });
    expect(answer.actor).toMatchObject({ username: person.username, role: 'user', kind: 'web' });
    expect(tally.calls).toEqual({ 'USER_SESSIONS.authenticate': 1 });
  });

  it.each([
    ['no credential', {}],
    ['an empty cookie', tokenCookie('')],
    ['a made-up cookie', tokenCookie('made.up')],
    ['a made-up bearer token', bearer('made.up')],
    ['another scheme', { Authorization: 'Basic YTpi' }],
  ])('with %s is 4010 and calls no object', async (_, headers) => {
    const { worker: counted, tally } = measured();
    expect(await ask(counted, '/guarded', { headers })).toMatchObject({
      status: 401,
      code: 4010,
    });
    expect(tally.calls).toEqual({});
  });

  it.each(['image', 'csrf'] as const)('with an %s token is 4010', async (kind) => {
    const token = await issueCredential(worker.services.keys, kind, String(person.userId));
    for (const headers of [bearer(token), tokenCookie(token)]) {
      expect(await ask(worker, '/guarded', { headers })).toMatchObject({ code: 4010 });
    }
  });

  it('with an identity token is 4033', async () => {
    const token = await issueCredential(worker.services.keys, 'identity', String(person.userId));
    const answer = await ask(worker, '/guarded', { headers: bearer(token) });
    expect(answer).toMatchObject({ status: 403, code: 4033 });
  });

  it('with a signed token that was never recorded is 4010', async () => {
    for (const subject of [String(person.userId), '999999', 'x']) {
      const token = await issueCredential(worker.services.keys, 'web_session', subject);
      const answer = await ask(worker, '/guarded', { headers: bearer(token) });
      expect(answer).toMatchObject({ status: 401, code: 4010 });
    }
  });

  it('with a token under a removed key is 4010', async () => {
    const rotated = createTestWorker({ vars: { KEY_RING: `new:${newRingSecret()}` } });
    const answer = await ask(rotated, '/guarded', { headers: person.headers });
    expect(answer).toMatchObject({ status: 401, code: 4010 });
  });

  it('ignores its cookies when it carries Authorization', async () => {
    const other = await registerAndLogin(worker);
    const headers = { ...person.headers, ...bearer(other.bearer) };
    const answer = await ask(worker, '/guarded', { method: 'POST', headers });
    expect(answer.actor?.username).toBe(other.username);
    const wrong = { ...person.headers, ...bearer('wrong') };
    expect(await ask(worker, '/guarded', { headers: wrong })).toMatchObject({ code: 4010 });
  });
});

describe('a session', () => {
  it('answers 4011 for 7 days after its expiry at 30 days, and 4010 from then on', async () => {
    const later = createTestWorker();
    const headers = bearer((await registerAndLogin(later)).bearer);
    later.clock.advance(30 * DAY_MS - 1);
    expect(await ask(later, '/guarded', { headers })).toMatchObject({ status: 200 });
    later.clock.advance(1);
    expect(await ask(later, '/guarded', { headers })).toMatchObject({ status: 401, code: 4011 });
    later.clock.advance(7 * DAY_MS - 1);
    expect(await ask(later, '/guarded', { headers })).toMatchObject({ code: 4011 });
    later.clock.advance(1);
    expect(await ask(later, '/guarded', { headers })).toMatchObject({ code: 4010 });
  });
});

describe('a write by cookie', () => {
  const write = (headers: Record<string, string>, method = 'POST') =>
    ask(worker, '/guarded', { method, headers });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('requires the CSRF header (%s)', async (method) => {
    expect(await write(asCookie(person), method)).toMatchObject({ status: 403, code: 4035 });
    expect(await write(person.headers, method)).toMatchObject({ status: 200 });
  });

  it('without the CSRF header is 4035, whatever else is wrong', async () => {
    const [session = ''] = (person.headers['Cookie'] ?? '').split('; ');
    for (const headers of [
      { Cookie: session },
      { ...asCookie(person), 'X-CSRF-Token': '' },
      { ...asCookie(person), Origin: 'https://evil.test' },
      { ...asCookie(person), 'Sec-Fetch-Site': 'cross-site' },
      { Cookie: `${session}; __Host-csrf_token=made-up`, Origin: 'null', 'Sec-Fetch-Site': 'none' },
    ]) {
      expect(await write(headers)).toMatchObject({ status: 403, code: 4035 });
    }
  });

  it('without the CSRF header is 4035 whatever the session, and calls no object', async () => {
    const { worker: counted, tally } = measured();
    const { sessions, keys } = counted.services;
    const other = await registerAndLogin(counted);
    const { userId, username } = other;
    const check = async (state: string, headers: Record<string, string>, codeOfRead: number) => {
      expect((await ask(counted, '/guarded', { headers })).code, state).toBe(codeOfRead);
      const before = { ...tally.calls };
      expect((await ask(counted, '/guarded', { method: 'POST', headers })).code, state).toBe(4035);
      expect(tally.calls, state).toEqual(before);
    };
    await check('foreign', tokenCookie('made.up'), 4010);
    await check('of another kind', tokenCookie(await issueCredential(keys, 'identity', '1')), 4033);
    const hold = { changeId: 'change', authVersion: 2, dropSessions: false };
    await sessions.hold(userId, hold, 60_000);
    await check('of a held account', asCookie(other), 1001);
    await sessions.release(userId, 'change');
    const copy = { username, role: 'user', status: 'suspended', authVersion: 2 } as const;
    await sessions.apply(userId, copy, true);
    await check('of a suspended account', asCookie(other), 4030);
    counted.clock.advance(31 * DAY_MS);
    await check('expired', asCookie(other), 4011);
    expect(await ask(counted, '/guarded', { method: 'POST' })).toMatchObject({ code: 4010 });
  });

  it('without the CSRF header is 4035 for any route, whatever its path and body', async () => {
    const document = await (await worker.fetch('/api/v1/openapi.json')).json<ApiDocument>();
    const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method, { security = [] }]) => method !== 'get' && security.length > 0)
        .map(([method]) => [method.toUpperCase(), path] as const),
    );
    expect(routes.length).toBeGreaterThan(10);
    const bodies: Record<string, () => [body: BodyInit, type: string]> = {
      empty: () => ['', 'text/plain'],
      'no JSON': () => ['{', 'application/json'],
      'of another type': () => ['x=1', 'application/x-www-form-urlencoded'],
      'too large': () => ['x'.repeat(2_000_000), 'application/json'],
      'broken off': () => [brokenBody(), 'application/json'],
    };
    for (const [method, path] of routes) {
      // This route issues CSRF tokens and has a rule of its own.
      if (path === '/api/v1/auth/csrf/refresh') continue;
      for (const [kind, make] of Object.entries(bodies)) {
        const [body, type] = make();
        const response = await worker.fetch(path.replaceAll(/\{\w+\}/gu, 'x'), {
          method,
          headers: { ...asCookie(person), 'Content-Type': type, Origin: 'https://evil.test' },
          body,
        });
        const { code } = await response.json<{ code: number }>();
        expect(code, `${method} ${path}, body ${kind}`).toBe(4035);
      }
    }
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('does not include %s', async (method) => {
    const request = new Request(`${BASE_URL}/guarded`, { method, headers: asCookie(person) });
    expect((await rules.fetch(request, { services: worker.services })).status).toBe(200);
  });

  it('is refused (4036) when header and cookie differ, or the cookie is missing', async () => {
    const [session = ''] = (person.headers['Cookie'] ?? '').split('; ');
    const other = await issueCredential(worker.services.keys, 'csrf');
    for (const headers of [
      { ...person.headers, 'X-CSRF-Token': other },
      { ...person.headers, Cookie: session },
    ]) {
      expect(await write(headers)).toMatchObject({ status: 403, code: 4036 });
    }
  });

  it('is refused (4036) with a pair of tokens that the session never had', async () => {
    const stranger = await registerAndLogin(worker);
    const [session = ''] = (person.headers['Cookie'] ?? '').split('; ');
    for (const token of [
      stranger.headers['X-CSRF-Token'] ?? '',
      await issueCredential(worker.services.keys, 'csrf'),
      'made-up',
    ]) {
      const headers = { Cookie: `${session}; __Host-csrf_token=${token}`, 'X-CSRF-Token': token };
      expect(await write(headers)).toMatchObject({ status: 403, code: 4036 });
    }
  });

  it('is refused (4036) for a foreign Origin or Sec-Fetch-Site', async () => {
    for (const [name, value] of [
      ['Origin', 'https://evil.test'],
      ['Origin', 'null'],
      ['Origin', BASE_URL.replace('https', 'http')],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
      ['Sec-Fetch-Site', 'none'],
    ] as const) {
      const answer = await write({ ...person.headers, [name]: value });
      expect(answer, `${name}: ${value}`).toMatchObject({ status: 403, code: 4036 });
    }
    const ours = { ...person.headers, Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' };
    expect(await write(ours)).toMatchObject({ status: 200 });
  });

  it('compares Origin with PUBLIC_BASE_URL when that is set', async () => {
    const behind = createTestWorker({ vars: { PUBLIC_BASE_URL: 'https://images.example/base' } });
    const method = 'POST';
    const from = (Origin: string) =>
      ask(behind, '/guarded', { method, headers: { ...person.headers, Origin } });
    expect(await from('https://images.example')).toMatchObject({ status: 200 });
    expect(await from(BASE_URL)).toMatchObject({ code: 4036 });
  });

  it('needs no CSRF token or Origin with a bearer token', async () => {
    const headers = { ...bearer(person.bearer), Origin: 'https://evil.test' };
    expect(await write(headers)).toMatchObject({ status: 200 });
  });
});

describe('a CSRF record', () => {
  it('expires after 24 hours and is renewed only by a valid write', async () => {
    const later = createTestWorker();
    const { headers } = await registerAndLogin(later);
    const write = () => ask(later, '/guarded', { method: 'POST', headers });
    later.clock.advance(DAY_MS - 1);
    expect(await write()).toMatchObject({ status: 200 });
    later.clock.advance(DAY_MS - 1);
    expect(await ask(later, '/guarded', { headers })).toMatchObject({ status: 200 });
    expect(await write()).toMatchObject({ status: 200 });
    later.clock.advance(DAY_MS - 1);
    await ask(later, '/guarded', { method: 'POST', headers: asCookie({ ...person, headers }) });
    later.clock.advance(1);
    expect(await write()).toMatchObject({ status: 403, code: 4036 });
  });
});

describe('part slots', () => {
  const put = (at: TestWorker, query = '', headers = person.headers) =>
    ask(at, `/part${query}`, { method: 'PUT', headers });

  it('are four per user: a fifth concurrent part is 4291, and a later one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => put(worker, '?ms=300')));
    const codes = answers.map(({ code }) => code ?? 0);
    expect(codes.filter((code) => code === 4291)).toHaveLength(2);
    expect(codes.filter((code) => code === 0)).toHaveLength(4);
    expect(answers.find(({ code }) => code === 4291)?.status).toBe(429);
    expect(await put(worker)).toMatchObject({ code: 0 });
  });

  it('are separate for each user', async () => {
    const other = await registerAndLogin(worker);
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    const answers = await Promise.all([put(one, '?ms=200'), put(one, '?ms=200', other.headers)]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('are released once, whatever the handler does', async () => {
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    expect(await put(one, '?fail')).toMatchObject({ code: 1000 });
    expect(await put(one, '?twice')).toMatchObject({ code: 0 });
    expect(await put(one)).toMatchObject({ code: 0 });
  });

  it('cost one call to acquire, with authentication, and one to release', async () => {
    const { worker: counted, tally } = measured();
    await put(counted, '?twice');
    expect(tally.calls).toEqual({
      'USER_SESSIONS.authenticate': 1,
      'USER_SESSIONS.releaseSlot': 1,
    });
    expect(callsAt(tally, 'DB')).toBe(0);
  });

  it('that were never released are free again after the longest transfer', async () => {
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    const { headers } = await registerAndLogin(one);
    const dying = createTestWorker({
      vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' },
      clock: one.clock,
      intercept: async ({ method }, proceed) => {
        if (method === 'releaseSlot') throw new Error('died');
        return proceed();
      },
    });
    expect(await put(dying, '', headers)).toMatchObject({ code: 0 });
    expect(await put(one, '', headers)).toMatchObject({ status: 429, code: 4291 });
    one.clock.advance(150_000);
    expect(await put(one, '', headers)).toMatchObject({ code: 0 });
  });

  it('are not acquired by a request that is refused', async () => {
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    expect(await put(one, '', asCookie(person))).toMatchObject({ code: 4035 });
    expect(await put(one)).toMatchObject({ code: 0 });
  });
});

describe('the link of an image', () => {
  const link = async (headers: Record<string, string>) =>
    (await ask(worker, '/link', { headers })).actor?.username ?? null;

  it('recognises its visitor by cookie, unless another site embeds it', async () => {
    const cookie = asCookie(person);
    expect(await link(cookie)).toBe(person.username);
    for (const site of ['same-origin', 'none']) {
      expect(await link({ ...cookie, 'Sec-Fetch-Site': site })).toBe(person.username);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(await link({ ...cookie, 'Sec-Fetch-Site': site })).toBeNull();
    }
  });

  it('recognises its visitor by bearer session', async () => {
    expect(await link(bearer(person.bearer))).toBe(person.username);
  });

  it('treats an invalid session as no session', async () => {
    const identity = await issueCredential(worker.services.keys, 'identity', '1');
    const image = await issueCredential(worker.services.keys, 'image');
    for (const headers of [
      {},
      bearer('made.up'),
      bearer(identity),
      bearer(image),
      tokenCookie('made.up'),
      { ...asCookie(person), ...bearer(image) },
    ]) {
      expect(await link(headers)).toBeNull();
    }
  });

  it('treats a suspended user as signed out', async () => {
    const other = await registerAndLogin(worker);
    await worker.services.sessions.apply(
      other.userId,
      { username: other.username, role: 'user', status: 'suspended', authVersion: 2 },
      true,
    );
    expect(await link(bearer(other.bearer))).toBeNull();
  });
});

describe('/auth/me', () => {
  it('returns the specified user fields with one D1 read', async () => {
    const { worker: counted, tally } = measured();
    await counted.fetch('/ready');
    const before = callsAt(tally, 'DB');
    const response = await counted.fetch('/api/v1/auth/me', { headers: person.headers });
    const { data } = await response.json<{ data: Record<string, unknown> }>();
    expect(callsAt(tally, 'DB') - before).toBe(1);
    expect(data).toEqual({
      id: person.userId,
      username: person.username,
      email: `${person.username}@example.org`,
      role: 'user',
      status: 'active',
      avatar_url: null,
      storage_used: 0,
      storage_quota: 1_073_741_824,
      image_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
    });
  });

  it('is 4010 once the account is erased', async () => {
    const gone = await registerAndLogin(worker);
    await runBatch(worker.services.db, [statement('DELETE FROM users WHERE id = ?', gone.userId)]);
    const response = await worker.fetch('/api/v1/auth/me', { headers: gone.headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 4010 });
  });
});
