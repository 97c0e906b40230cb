import { beforeAll, describe, expect, it } from 'vitest';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { call } from '../../../support/api-call.ts';
import {
  createKey,
  listKeys,
  makeKey,
  rotateKey,
  withdrawKey,
  withKey,
  type TestKey,
} from '../../../support/api-keys.ts';
import type { Interceptor } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { ask } from '../../../support/session-rules.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';

const VARS = { API_KEY_WRITES_PER_MINUTE: '1000', LINK_MISSES_PER_IP: '100000' };
const REQUESTS = 1000;
const AT_ONCE = 50;

const clock = new TestClock();
/** Isolates over the same bindings. */
const isolates = Array.from({ length: 3 }, () => createTestWorker({ clock, vars: VARS }));
const [worker = createTestWorker()] = isolates;

let person: Person;
let admin: Person;
beforeAll(async () => {
  person = await registerAndLogin(worker);
  admin = await registerAdmin(worker);
});

const codeOf = async ({ headers }: Pick<TestKey, 'headers'>, at = worker): Promise<number> =>
  (await call(at, { headers }, 'GET', '/uploads/recipe')).code;

/** At one of the isolates, without the rest of the API. */
const statusAt = async (index: number, { headers }: TestKey): Promise<number> =>
  (await ask(isolates[index % isolates.length] ?? worker, '/upload', { headers })).status;

const sendMany = async (key: TestKey, count: number): Promise<number[]> => {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const round = Array.from({ length: AT_ONCE }, (_, index) => statusAt(index, key));
    statuses.push(...(await Promise.all(round)));
  }
  return statuses;
};

describe(`of ${String(REQUESTS)} requests by a key none is admitted after the answer`, () => {
  it.each<[string, (owner: Person, key: TestKey) => Promise<unknown>]>([
    ['to its withdrawal', (owner, key) => withdrawKey(worker, owner, key)],
    ['to its rotation', (owner, key) => rotateKey(worker, owner, key)],
    [
      'to a suspension',
      ({ userId }) => setStatus(worker.services, admin, { userId, status: 'suspended' }),
    ],
  ])('%s', async (_, end) => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    expect(new Set(await sendMany(key, AT_ONCE))).toEqual(new Set([200]));
    const answered = new AbortController();
    const load = Array.from({ length: AT_ONCE }, async (__, index) => {
      const statuses: number[] = [];
      while (!answered.signal.aborted) {
        statuses.push(await statusAt(index, key));
        // The runtime looks for the end of a write only between tasks.
        await scheduler.wait(1);
      }
      return statuses;
    });
    await end(owner, key);
    answered.abort();
    expect(new Set(await sendMany(key, REQUESTS))).toEqual(new Set([401]));
    const meanwhile = (await Promise.all(load)).flat();
    expect(meanwhile).toContain(200);
  });
});

describe('changes of a key at once', () => {
  it('withdraw it once', async () => {
    const key = await makeKey(worker, person);
    const answers = await Promise.all(isolates.map((isolate) => withdrawKey(isolate, person, key)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 4041, 4041]);
    expect(await codeOf(key)).toBe(4010);
  });

  it('rotate it to one value, which is the listed one', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    const answers = await Promise.all(isolates.map((isolate) => rotateKey(isolate, owner, key)));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const values = answers.map(({ data }) => data);
    const codes = await Promise.all(values.map((value) => codeOf({ headers: withKey(value.key) })));
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 4010, 4010]);
    expect(await codeOf(key)).toBe(4010);
    const [listed] = await listKeys(worker, owner);
    expect(listed?.start).toBe(values[codes.indexOf(0)]?.start);
  });

  it('leave none when one withdraws it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = await makeKey(worker, person);
      const calls = [
        () => rotateKey(worker, person, key),
        () => withdrawKey(worker, person, key),
      ] as const;
      const order = round % 2 === 0 ? calls : calls.toReversed();
      const answers = await Promise.all(order.map((send) => send()));
      for (const { data } of answers) {
        const value = (data as { key?: string } | null)?.key;
        if (value !== undefined) expect(await codeOf({ headers: withKey(value) })).toBe(4010);
      }
      expect(await codeOf(key)).toBe(4010);
    }
    expect((await listKeys(worker, person)).filter(({ label }) => label === 'A tool')).toEqual([]);
  });
});

/** Does something between the authentication of a request and the change of its key. */
const interrupted = (method: string, work: () => Promise<unknown>): TestWorker => {
  const intercept: Interceptor = async (at, proceed) => {
    if (at.binding === 'USER_SESSIONS' && at.method === method) await work();
    return proceed();
  };
  return createTestWorker({ clock, vars: VARS, intercept });
};

describe('a key is neither made nor rotated', () => {
  const changePassword = (owner: Person) =>
    call(worker, owner, 'PATCH', '/user/password', {
      old_password: owner.password,
      new_password: 'another long one',
    });

  it.each<[string, number, (owner: Person) => Promise<unknown>]>([
    [
      'once the session has been signed out',
      4010,
      (owner) => call(worker, owner, 'POST', '/auth/logout'),
    ],
    ['once the password has been changed', 4010, changePassword],
    [
      'once the account is suspended',
      4030,
      ({ userId }) => setStatus(worker.services, admin, { userId, status: 'suspended' }),
    ],
    [
      'while the account is being changed',
      1001,
      ({ userId }) =>
        worker.services.sessions.freeze(
          userId,
          { changeId: crypto.randomUUID(), authVersion: 1, dropSessions: false },
          60_000,
        ),
    ],
  ])('%s', async (_, code, end) => {
    const first = await registerAndLogin(worker);
    const making = interrupted('createApiKey', () => end(first));
    expect(await createKey(making, first)).toMatchObject({ code });
    expect(await worker.services.apiKeys.listApiKeys(first.userId)).toEqual([]);

    const second = await registerAndLogin(worker);
    const key = await makeKey(worker, second);
    const rotating = interrupted('rotateApiKey', () => end(second));
    expect(await rotateKey(rotating, second, key)).toMatchObject({ code });
    const kept = await worker.services.apiKeys.listApiKeys(second.userId);
    expect(kept.map(({ start }) => start)).toEqual(code === 4030 ? [] : [key.start]);
  });
});

describe('a call whose answer is lost', () => {
  const losing = (method: string): TestWorker => {
    let isLost = false;
    const intercept: Interceptor = async (at, proceed) => {
      const reply = await proceed();
      if (at.method !== method || isLost) return reply;
      isLost = true;
      throw Object.assign(new Error('the answer is lost'), { retryable: true });
    };
    return createTestWorker({ clock, vars: { ...VARS, API_KEYS_PER_USER: '1' }, intercept });
  };

  it('makes one key, also at the limit', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(losing('createApiKey'), owner);
    expect(await listKeys(worker, owner)).toMatchObject([{ id: key.id, start: key.start }]);
    expect(await codeOf(key)).toBe(0);
  });

  it('rotates to the answered value', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    const { data } = await rotateKey(losing('rotateApiKey'), owner, key);
    expect(await codeOf({ headers: withKey(data.key) })).toBe(0);
    expect(await codeOf(key)).toBe(4010);
  });

  it('has withdrawn the key', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    await withdrawKey(losing('withdrawApiKey'), owner, key);
    expect(await codeOf(key)).toBe(4010);
  });
});
