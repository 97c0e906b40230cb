import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { toBase62 } from '../../../../src/shared/base62.ts';
import { newUniqueLink } from '../../../../src/shared/ids.ts';
import { issueApiKey } from '../../../../src/worker/lib/api-key.ts';
import { listKeys, makeKey, withKey, type TestKey } from '../../../support/api-keys.ts';
import { mistype } from '../../../support/mistype.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  ask,
  asCookie,
  bearer,
  holdParts,
  measured,
  tokenCookie,
} from '../../../support/session-rules.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MINUTE_MS = 60_000;
const NOBODY = 8_000_000_000;

let worker: TestWorker;
let person: Person;
let uploads: TestKey;
let reads: TestKey;
beforeAll(async () => {
  worker = createTestWorker();
  person = await registerAndLogin(worker);
  uploads = await makeKey(worker, person, { scopes: ['upload'] });
  reads = await makeKey(worker, person, { scopes: ['read', 'upload'] });
});

describe('a request by an API key', () => {
  it('costs one object call and no D1', async () => {
    const { worker: counted, tally } = measured();
    for (let call = 1; call <= 3; call += 1) {
      const answer = await ask(counted, '/upload', { method: 'POST', headers: uploads.headers });
      expect(answer.actor).toEqual({
        userId: person.userId,
        username: person.username,
        status: 'active',
        role: 'user',
        kind: 'key',
        keyId: uploads.id,
        tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
        scopes: ['upload'],
        visibility: null,
      });
      expect(tally.calls).toEqual({ 'USER_SESSIONS.authenticateApiKey': call });
    }
  });

  it.each([
    ['another checksum', (key: string) => mistype(key, -1)],
    ['another user', (key: string) => key.replace(/_\w+?_/u, '_zz_')],
    ['no prefix', (key: string) => key.slice('tint_'.length)],
    ['a session’s token', () => person.bearer],
  ])('with %s in X-API-Key is 4010 and calls no object', async (_, change) => {
    const { worker: counted, tally } = measured();
    const headers = { 'X-API-Key': change(uploads.key) };
    expect(await ask(counted, '/upload', { headers })).toMatchObject({ status: 401, code: 4010 });
    expect(tally.calls).toEqual({});
  });

  it('of a user who does not exist is 4010, and their object stores nothing', async () => {
    const { value } = issueApiKey(NOBODY);
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(worker, '/upload', { headers: withKey(value) });
      expect(answer).toMatchObject({ status: 401, code: 4010 });
    }
    const stub = worker.env.USER_SESSIONS.getByName(`user:${String(NOBODY)}`);
    const tables = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec(`SELECT name FROM sqlite_master WHERE name NOT GLOB '_cf_*'`).toArray(),
    );
    expect(tables).toEqual([]);
  });

  it('is refused without an object call where no key is taken', async () => {
    const { worker: counted, tally } = measured();
    const headers = reads.headers;
    expect(await ask(counted, '/guarded', { headers })).toMatchObject({ status: 403, code: 4030 });
    expect(tally.calls).toEqual({});
  });

  it('of another scope is 4030, and takes nothing from the key’s limit', async () => {
    const limited = await makeKey(worker, person, { scopes: ['read'], requests_per_minute: 1 });
    const { headers } = limited;
    for (let time = 0; time < 3; time += 1) {
      expect(await ask(worker, '/upload', { headers })).toMatchObject({ status: 403, code: 4030 });
    }
    expect((await listKeys(worker, person)).find(({ id }) => id === limited.id)).toMatchObject({
      last_used_at: null,
    });
    expect(await ask(worker, '/link', { headers })).toMatchObject({ status: 200 });
  });

  it('replaces the cookies beside it, alive or dead', async () => {
    const other = await registerAndLogin(worker);
    const cookies = other.headers;
    const live = { ...cookies, 'X-API-Key': uploads.key };
    const answer = await ask(worker, '/upload', { method: 'POST', headers: live });
    expect(answer.actor?.username).toBe(person.username);
    for (const dead of [issueApiKey(person.userId).value, 'made up', '']) {
      const headers = { ...cookies, 'X-API-Key': dead };
      expect(await ask(worker, '/guarded', { headers })).not.toMatchObject({ status: 200 });
    }
  });

  it('does not count as a cookie', async () => {
    const answer = await ask(worker, '/upload', { headers: tokenCookie(uploads.key) });
    expect(answer).toMatchObject({ status: 401, code: 4010 });
  });

  it('is 1001 with 503 while the account is being changed', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    const freeze = { changeId: 'c', authVersion: 1, dropSessions: false };
    await worker.services.sessions.freeze(owner.userId, freeze, MINUTE_MS);
    const { headers } = key;
    expect(await ask(worker, '/upload', { headers })).toMatchObject({ status: 503, code: 1001 });
    await worker.services.sessions.unfreeze(owner.userId, 'c');
    expect(await ask(worker, '/upload', { headers })).toMatchObject({ status: 200 });
  });

  it('resolves a change that was left undecided', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    const freeze = { changeId: 'c', authVersion: 1, dropSessions: false };
    await worker.services.sessions.freeze(owner.userId, freeze, 0);
    expect(await ask(worker, '/upload', { headers: key.headers })).toMatchObject({ status: 200 });
  });

  it('takes a part slot, and gives it back', async () => {
    const narrow = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    const { headers } = uploads;
    const put = (query = '') => ask(narrow, `/part${query}`, { method: 'PUT', headers });
    const parts = holdParts();
    const asked = [put('?held'), put('?held')];
    await Promise.race(asked);
    parts.end();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);
    expect(await put()).toMatchObject({ status: 200 });
    const wrong = await makeKey(worker, person, { scopes: ['read'] });
    expect(await ask(narrow, '/part', { method: 'PUT', headers: wrong.headers })).toMatchObject({
      code: 4030,
    });
    expect(await put()).toMatchObject({ status: 200 });
  });
});

describe('the requests a minute of a key', () => {
  it('are a sliding window, refused with the time to wait', async () => {
    const later = createTestWorker();
    const owner = await registerAndLogin(later);
    const { headers } = await makeKey(later, owner, { requests_per_minute: 2 });
    const send = () => ask(later, '/upload', { headers });
    expect(await send()).toMatchObject({ status: 200 });
    later.clock.advance(20_000);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 429, code: 4029, retryAfter: '40' });
    later.clock.advance(39_999);
    expect(await send()).toMatchObject({ status: 429, retryAfter: '1' });
    later.clock.advance(1);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 429, retryAfter: '20' });
  });

  it('hold for requests at once, and for this key alone', async () => {
    const { headers } = await makeKey(worker, person, { requests_per_minute: 5 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(worker, '/upload', { headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await ask(worker, '/upload', { headers: uploads.headers })).toMatchObject({
      status: 200,
    });
  });

  it('are told at direct links, too, where other refusals count as no caller', async () => {
    const { headers } = await makeKey(worker, person, { scopes: ['read'], requests_per_minute: 1 });
    expect(await ask(worker, '/link', { headers })).toMatchObject({ status: 200 });
    expect(await ask(worker, '/link', { headers })).toMatchObject({ status: 429, code: 4029 });
  });
});

describe('unknown keys', () => {
  it('are refused without an object call once an address has tried too many', async () => {
    const vars = { LINK_MISSES_PER_IP: '3' };
    const { worker: narrow, tally } = measured({ vars });
    const from = (address: string, key: string) =>
      ask(narrow, '/upload', { headers: { ...withKey(key), 'CF-Connecting-IP': address } });
    for (let time = 0; time < 3; time += 1) {
      expect(await from('192.0.2.1', issueApiKey(1).value)).toMatchObject({ code: 4010 });
    }
    const refused = await from('192.0.2.1', issueApiKey(1).value);
    expect(refused).toMatchObject({ status: 429, code: 4029 });
    expect(tally.calls).toEqual({ 'USER_SESSIONS.authenticateApiKey': 3 });
    expect(await from('192.0.2.2', uploads.key)).toMatchObject({ status: 200 });
  });

  it('are counted apart from the unknown links of the address', async () => {
    const narrow = createTestWorker({ vars: { LINK_MISSES_PER_IP: '2' } });
    const from = { 'CF-Connecting-IP': '192.0.2.3' };
    const view = async () =>
      (await narrow.fetch(`/i/${newUniqueLink()}.webp`, { headers: from })).status;
    expect([await view(), await view(), await view()]).toEqual([404, 404, 429]);
    const headers = { ...uploads.headers, ...from };
    expect(await ask(narrow, '/upload', { headers })).toMatchObject({ status: 200 });
  });

  it('are no matter of keys that are known', async () => {
    const narrow = createTestWorker({ vars: { LINK_MISSES_PER_IP: '2' } });
    for (let time = 0; time < 10; time += 1) {
      expect(await ask(narrow, '/upload', { headers: uploads.headers })).toMatchObject({
        status: 200,
      });
    }
  });
});

describe('a key in the query', () => {
  const door = (key: string, headers: Record<string, string> = {}) =>
    ask(worker, `/door?key=${encodeURIComponent(key)}`, { method: 'POST', headers });

  it('counts at a door if it allows uploads alone', async () => {
    expect(await door(uploads.key)).toMatchObject({ status: 200, actor: { kind: 'key' } });
    expect(await door(reads.key)).toMatchObject({ status: 403, code: 4030 });
    expect(await ask(worker, `/upload?key=${uploads.key}`)).toMatchObject({ code: 4010 });
  });

  it('is nothing but a key', async () => {
    for (const token of [person.bearer, '', 'made up', issueApiKey(NOBODY).value]) {
      expect(await door(token)).toMatchObject({ status: 401, code: 4010 });
    }
  });

  it('replaces cookies, and is replaced by a header', async () => {
    const other = await registerAndLogin(worker);
    expect((await door(uploads.key, asCookie(other))).actor?.username).toBe(person.username);
    expect(await door(uploads.key, bearer('made.up'))).toMatchObject({ code: 4010 });
    expect((await door('made up', reads.headers)).actor?.username).toBe(person.username);
  });
});

describe('a direct link', () => {
  const visitorOf = async (headers: Record<string, string>) =>
    (await ask(worker, '/link', { headers })).actor;

  it('recognises its visitor by a key that may read', async () => {
    for (const headers of [{ 'X-API-Key': reads.key }, { Authorization: reads.key }]) {
      expect(await visitorOf(headers)).toMatchObject({ username: person.username, role: 'user' });
    }
    expect(await visitorOf(uploads.headers)).toBeNull();
    expect(await visitorOf(withKey(issueApiKey(person.userId).value))).toBeNull();
  });

  it('gives a key no rights of an administrator', async () => {
    const admin = await registerAdmin(worker);
    const key = await makeKey(worker, admin, { scopes: ['read'] });
    expect(await visitorOf(key.headers)).toMatchObject({ role: 'user', kind: 'key' });
  });
});

it('the user’s id in a key is in base 62', () => {
  expect(uploads.key.split('_')[1]).toBe(toBase62(person.userId));
});
