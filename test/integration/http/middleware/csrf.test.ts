import { beforeAll, describe, expect, it } from 'vitest';
import { issueCredential } from '../../../../src/worker/lib/credential.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { BASE_URL, createTestWorker, type TestWorker } from '../../../support/worker.ts';
import {
  ask,
  asCookie,
  bearer,
  measured,
  rules,
  tokenCookie,
} from '../../../support/session-rules.ts';

const DAY_MS = 86_400_000;

interface ApiDocument {
  readonly paths: Record<string, Record<string, { readonly security?: readonly unknown[] }>>;
}

const brokenBody = (): ReadableStream =>
  new ReadableStream({
    pull: (controller) => {
      controller.error(new Error('gone'));
    },
  });

let worker: TestWorker;
let person: Person;
beforeAll(async () => {
  worker = createTestWorker();
  person = await registerAndLogin(worker);
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
    const freeze = { changeId: 'change', authVersion: 2, dropSessions: false };
    await sessions.freeze(userId, freeze, 60_000);
    await check('of a frozen account', asCookie(other), 1001);
    await sessions.unfreeze(userId, 'change');
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
