import { beforeAll, describe, expect, it } from 'vitest';
import { issueCredential } from '../../../../src/worker/lib/credential.ts';
import { newRingSecret } from '../../../../src/worker/lib/key-ring.ts';
import { callsAt } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { ask, bearer, measured, tokenCookie } from '../../../support/session-rules.ts';

const DAY_MS = 86_400_000;

let worker: TestWorker;
let person: Person;
beforeAll(async () => {
  worker = createTestWorker();
  person = await registerAndLogin(worker);
});

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
