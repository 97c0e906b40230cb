import { beforeAll, describe, expect, it } from 'vitest';
import {
  createKey,
  listKeys,
  makeKey,
  rotateKey,
  withdrawKey,
} from '../../../../support/api-keys.ts';
import { call } from '../../../../support/api-call.ts';
import { loginDevice } from '../../../../support/devices.ts';
import { registerAndLogin, type Person } from '../../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';

const HOUR_MS = 3_600_000;

let worker: TestWorker;
let person: Person;
beforeAll(async () => {
  worker = createTestWorker({ vars: { API_KEY_WRITES_PER_MINUTE: '1000' } });
  person = await registerAndLogin(worker);
});

const readProfile = (headers: Record<string, string>, at = worker) =>
  call(at, { headers }, 'GET', '/user/profile');

describe('a new key', () => {
  it('is shown once: the list has its ends alone', async () => {
    const owner = await registerAndLogin(worker);
    const end = new Date(worker.clock.now() + HOUR_MS).toISOString();
    const terms = {
      label: 'Screenshots',
      scopes: ['manage', 'upload', 'manage'],
      visibility: 'public',
      expires_at: end,
      requests_per_minute: 60,
    };
    const made = await createKey(worker, owner, terms);
    expect(made.status).toBe(201);
    const { key, ...item } = made.data;
    expect(key).toMatch(/^tint_[1-9A-Za-z][0-9A-Za-z]*_[0-9A-Za-z]{38}$/u);
    const random = key.split('_')[2]?.slice(0, 32) ?? '';
    expect(item).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/u),
      label: 'Screenshots',
      start: `${random.slice(0, 4)}…${random.slice(-4)}`,
      scopes: ['upload', 'manage'],
      visibility: 'public',
      expires_at: end,
      requests_per_minute: 60,
      last_used_at: null,
      created_at: new Date(worker.clock.now()).toISOString(),
    });
    expect(await listKeys(worker, owner)).toEqual([item]);
  });

  it('needs no more than a label and a scope', async () => {
    const { data } = await createKey(worker, person, { label: 'Plain', scopes: ['read'] });
    expect(data).toMatchObject({
      visibility: null,
      expires_at: null,
      requests_per_minute: null,
    });
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['a blank label', { label: '  ' }],
    ['a label of 65 characters', { label: 'x'.repeat(65) }],
    ['a label with a control character', { label: 'a\u0000b' }],
    ['an end that has passed', { expires_at: '2026-01-01T00:00:00Z' }],
    ['an end without a zone', { expires_at: '2999-01-01T00:00:00' }],
    ['no request a minute', { requests_per_minute: 0 }],
    ['an unknown visibility', { visibility: 'hidden' }],
  ])('is refused with %s', async (_, terms) => {
    const { status, code } = await createKey(worker, person, terms);
    expect({ status, code }).toEqual({ status: 400, code: 3000 });
  });

  it('is made by a web session alone', async () => {
    const device = await loginDevice(worker, person);
    const { headers } = await makeKey(worker, person, { scopes: ['upload', 'read', 'manage'] });
    for (const other of [device, { headers }]) {
      expect(await createKey(worker, other)).toMatchObject({ status: 403, code: 4030 });
    }
    expect(await createKey(worker, { headers: {} })).toMatchObject({ status: 401, code: 4010 });
  });

  it('is refused at the limit of the account, also when many are made at once', async () => {
    const narrow = createTestWorker({ vars: { API_KEYS_PER_USER: '3' } });
    const owner = await registerAndLogin(narrow);
    const answers = await Promise.all(Array.from({ length: 6 }, () => createKey(narrow, owner)));
    const codes = answers.map(({ code }) => code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 4031, 4031, 4031]);
    const [first] = await listKeys(narrow, owner);
    if (first === undefined) throw new Error('there is no key');
    await withdrawKey(narrow, owner, first);
    expect(await createKey(narrow, owner)).toMatchObject({ status: 201 });
  });

  it('counts against the changes of a minute, as rotation and withdrawal do', async () => {
    const narrow = createTestWorker({ vars: { API_KEY_WRITES_PER_MINUTE: '3' } });
    const owner = await registerAndLogin(narrow);
    const key = await makeKey(narrow, owner);
    await rotateKey(narrow, owner, key);
    await withdrawKey(narrow, owner, { id: 'none' });
    for (const refused of [
      await createKey(narrow, owner),
      await rotateKey(narrow, owner, key),
      await withdrawKey(narrow, owner, key),
    ]) {
      expect(refused).toMatchObject({ status: 429, code: 4029 });
    }
  });
});

describe('a key', () => {
  it('is presented as a bearer, alone in Authorization, or in X-API-Key', async () => {
    const { key } = await makeKey(worker, person, { scopes: ['read'] });
    for (const headers of [
      { Authorization: `Bearer ${key}` },
      { Authorization: key },
      { 'X-API-Key': key },
    ]) {
      const { data } = await readProfile(headers);
      expect(data).toMatchObject({ username: person.username });
    }
  });

  it('is rotated: its earlier value admits nothing, all else stays', async () => {
    const owner = await registerAndLogin(worker);
    const first = await makeKey(worker, owner, { scopes: ['read'], label: 'Kept' });
    await readProfile(first.headers);
    const rotated = await rotateKey(worker, owner, first);
    expect(rotated).toMatchObject({ status: 200, data: { id: first.id, label: 'Kept' } });
    expect(rotated.data.key).not.toBe(first.key);
    expect(await readProfile(first.headers)).toMatchObject({ status: 401, code: 4010 });
    expect(await readProfile({ 'X-API-Key': rotated.data.key })).toMatchObject({ code: 0 });
    const { key, ...item } = rotated.data;
    expect(await listKeys(worker, owner)).toEqual([item]);
    expect(key.split('_')[2]?.slice(0, 4)).toBe(item.start.slice(0, 4));
  });

  it('is withdrawn once; a second time, and for other users, it is unknown', async () => {
    const key = await makeKey(worker, person, { scopes: ['read'] });
    const other = await registerAndLogin(worker);
    expect(await withdrawKey(worker, other, key)).toMatchObject({ status: 404, code: 4041 });
    expect(await rotateKey(worker, other, key)).toMatchObject({ status: 404, code: 4041 });
    expect(await readProfile(key.headers)).toMatchObject({ code: 0 });
    expect(await withdrawKey(worker, person, key)).toMatchObject({ status: 200, code: 0 });
    expect(await readProfile(key.headers)).toMatchObject({ status: 401, code: 4010 });
    expect(await withdrawKey(worker, person, key)).toMatchObject({ status: 404, code: 4041 });
    expect(await rotateKey(worker, person, key)).toMatchObject({ status: 404, code: 4041 });
  });

  it('is 4011 from its end on, is still listed, and is not rotated', async () => {
    const later = createTestWorker();
    const owner = await registerAndLogin(later);
    const expires_at = new Date(later.clock.now() + HOUR_MS).toISOString();
    const key = await makeKey(later, owner, { scopes: ['read'], expires_at });
    later.clock.advance(HOUR_MS - 1);
    expect(await readProfile(key.headers, later)).toMatchObject({ code: 0 });
    later.clock.advance(1);
    const expired = await readProfile(key.headers, later);
    expect(expired).toMatchObject({ status: 401, code: 4011, message: 'The key has expired' });
    expect(await listKeys(later, owner)).toMatchObject([{ id: key.id, expires_at }]);
    expect(await rotateKey(later, owner, key)).toMatchObject({ status: 409, code: 4095 });
  });

  it('notes its last use once an hour', async () => {
    const later = createTestWorker();
    const owner = await registerAndLogin(later);
    const key = await makeKey(later, owner, { scopes: ['read'] });
    const useAt = async (): Promise<string | null | undefined> => {
      await readProfile(key.headers, later);
      return (await listKeys(later, owner))[0]?.last_used_at;
    };
    const first = new Date(later.clock.now()).toISOString();
    expect(await useAt()).toBe(first);
    later.clock.advance(HOUR_MS - 1);
    expect(await useAt()).toBe(first);
    later.clock.advance(1);
    expect(await useAt()).toBe(new Date(later.clock.now()).toISOString());
  });
});
