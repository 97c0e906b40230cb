import { describe, expect, it } from 'vitest';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { call } from '../../../support/api-call.ts';
import { bootstrap, bootstrapped, loginDevice, type Device } from '../../../support/devices.ts';
import { callsAt, countInto, crashAt, type Tally } from '../../../support/instrument.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { codeOfMe } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Caller = Pick<Person | Device, 'headers'>;

interface Listed {
  readonly id: string;
  readonly current: boolean;
  readonly identity_id: number | null;
}

const setUp = async () => {
  const worker = createTestWorker();
  const person = await registerAndLogin(worker);
  return { worker, person, device: await loginDevice(worker, person) };
};

const list = async <Item = Listed>(
  worker: TestWorker,
  caller: Caller,
  what: 'sessions' | 'device-identities' = 'sessions',
): Promise<readonly Item[]> => {
  const answer = await call<{ items: Item[] }>(worker, caller, 'GET', `/auth/${what}`);
  expect(answer.status).toBe(200);
  return answer.data.items;
};

const end = (worker: TestWorker, caller: Caller, what: string) =>
  call(worker, caller, 'DELETE', `/auth/${what}`);

const idOf = async (worker: TestWorker, caller: Caller): Promise<string> =>
  (await list(worker, caller)).find(({ current }) => current)?.id ?? '';

const eventsOf = ({ services }: TestWorker, { userId }: Person) =>
  readRows(
    services.db,
    statement("SELECT id FROM outbox_events WHERE payload ->> 'user_id' = ?", userId),
  );

describe('the list of devices', () => {
  it('holds the user’s valid ones, the latest first, and marks the caller’s', async () => {
    const { worker, person, device } = await setUp();
    await loginDevice(worker, await registerAndLogin(worker));
    const signedInAt = new Date(worker.clock.now()).toISOString();
    worker.clock.advance(MINUTE_MS);
    const tablet = await loginDevice(worker, person, 'tablet');
    worker.clock.advance(MINUTE_MS);
    await call(worker, device, 'POST', '/auth/device-heartbeat');
    const items = await list<Record<string, unknown>>(worker, device, 'device-identities');
    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [tablet.identityId, false],
      [device.identityId, true],
    ]);
    expect(items[1]).toEqual({
      id: device.identityId,
      device_id: expect.stringMatching(/^device-/u),
      name: 'A phone',
      platform: 'android',
      created_at: signedInAt,
      last_used_at: new Date(worker.clock.now()).toISOString(),
      expires_at: new Date(Date.parse(signedInAt) + 180 * DAY_MS).toISOString(),
      current: true,
    });
    const seen = await list(worker, person, 'device-identities');
    expect(seen.map(({ current }) => current)).toEqual([false, false]);
    worker.clock.advance(180 * DAY_MS - 2 * MINUTE_MS);
    const left = await list(worker, await loginAs(worker, person), 'device-identities');
    expect(left).toMatchObject([{ id: tablet.identityId }]);
  });
});

describe('the list of sessions', () => {
  it('holds the user’s live ones, of both kinds, newest first, and marks the caller’s', async () => {
    const { worker, person, device } = await setUp();
    await loginDevice(worker, await registerAndLogin(worker));
    worker.clock.advance(MINUTE_MS);
    const web = await loginAs(worker, person);
    const [first, second, third, ...rest] = await list<Record<string, unknown>>(worker, device);
    expect(rest).toEqual([]);
    const now = worker.clock.now();
    expect(first).toEqual({
      id: await idOf(worker, web),
      kind: 'web',
      identity_id: null,
      platform: null,
      device_name: null,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 30 * DAY_MS).toISOString(),
      user_agent: null,
      last_used_at: new Date(now).toISOString(),
      current: false,
    });
    const onDevice = [second, third].find((session) => session?.['kind'] === 'device');
    expect(onDevice).toEqual({
      id: await idOf(worker, device),
      kind: 'device',
      identity_id: device.identityId,
      platform: 'android',
      device_name: 'A phone',
      created_at: new Date(now - MINUTE_MS).toISOString(),
      expires_at: new Date(now - MINUTE_MS + DAY_MS).toISOString(),
      user_agent: null,
      // Written once an hour.
      last_used_at: new Date(now - MINUTE_MS).toISOString(),
      current: true,
    });
    worker.clock.advance(DAY_MS);
    expect(await list(worker, web)).toHaveLength(2);
  });

  it('costs one D1 round trip and two object calls, and that of identities one', async () => {
    const { device } = await setUp();
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    const before = callsAt(tally, 'DB');
    await list(worker, device);
    expect(callsAt(tally, 'DB') - before).toBe(1);
    await list(worker, device, 'device-identities');
    expect(callsAt(tally, 'DB') - before).toBe(2);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(3);
  });
});

describe('ending a session', () => {
  it('takes effect immediately, for either kind and from either kind', async () => {
    const { worker, person, device } = await setUp();
    const second = await bootstrapped(worker, device);
    const web = await loginAs(worker, person);
    for (const [by, target] of [
      [person, web],
      [device, person],
      [second, device],
    ] as const) {
      expect(await end(worker, by, `sessions/${await idOf(worker, target)}`)).toMatchObject({
        status: 200,
        data: null,
      });
      expect(await codeOfMe(worker, target)).toBe(4010);
    }
    await worker.settle();
    expect(await list(worker, second)).toHaveLength(1);
    expect(await eventsOf(worker, person)).toEqual([]);
    expect((await end(worker, second, `sessions/${await idOf(worker, second)}`)).code).toBe(0);
    expect(await codeOfMe(worker, second)).toBe(4010);
    expect((await bootstrap(worker, device)).code).toBe(0);
  });

  it('answers 4041 for an unknown session or another user’s, which stays open', async () => {
    const { worker, person, device } = await setUp();
    const stranger = await registerAndLogin(worker);
    const strange = await loginDevice(worker, stranger);
    for (const target of [stranger, strange]) {
      const id = await idOf(worker, target);
      expect(await end(worker, device, `sessions/${id}`)).toMatchObject({
        status: 404,
        code: 4041,
      });
      expect(await codeOfMe(worker, target)).toBe(0);
    }
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ intercept: countInto(tally), clock: worker.clock });
    await counted.fetch('/ready');
    for (const id of ['1', 'made-up', '%00', 'x'.repeat(300)]) {
      Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
      tally.rowsWritten = 0;
      expect((await end(counted, person, `sessions/${id}`)).code).toBe(4041);
      await counted.settle();
      expect([callsAt(tally, 'USER_SESSIONS'), callsAt(tally, 'DB')]).toEqual([1, 1]);
      expect(tally.rowsWritten).toBe(0);
    }
    await worker.settle();
    expect(await eventsOf(worker, person)).toEqual([]);
  });

  it('clears the cookies of a browser that ends its own session, and no others', async () => {
    const { worker, person } = await setUp();
    const cleared = async (headers: Record<string, string>, target: Person): Promise<number> => {
      const path = `/api/v1/auth/sessions/${await idOf(worker, target)}`;
      const response = await worker.fetch(path, { method: 'DELETE', headers });
      expect(response.status).toBe(200);
      const cookies = response.headers.getSetCookie();
      return cookies.filter((cookie) => cookie.includes('Max-Age=0')).length;
    };
    const [other, byBearer] = [await loginAs(worker, person), await loginAs(worker, person)];
    expect(await cleared(person.headers, other)).toBe(0);
    const Authorization = `Bearer ${byBearer.bearer}`;
    expect(await cleared({ ...person.headers, Authorization }, byBearer)).toBe(0);
    expect(await cleared(person.headers, person)).toBe(2);
  });

  it('by cookie requires the CSRF token (4035), by bearer token it does not', async () => {
    const { worker, person, device } = await setUp();
    const cookie = { headers: { Cookie: person.headers['Cookie'] ?? '' } };
    const other = await bootstrapped(worker, device);
    const what = `sessions/${await idOf(worker, other)}`;
    expect((await end(worker, cookie, what)).code).toBe(4035);
    expect((await end(worker, cookie, 'device-identities/1')).code).toBe(4035);
    expect((await end(worker, device, what)).code).toBe(0);
  });

  it('that is being opened is completed by the outbox', async () => {
    const { worker, person } = await setUp();
    const slow = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (`${binding}.${method}` === 'USER_SESSIONS.open') {
          const [newest] = await list(worker, person);
          await end(worker, person, `sessions/${newest?.id ?? ''}`);
        }
        return proceed();
      },
    });
    worker.clock.advance(1000);
    const opened = await loginAs(slow, person);
    await worker.settle();
    worker.clock.advance(2 * MINUTE_MS);
    await deliverOutbox(worker.services, 'account');
    expect(await codeOfMe(worker, opened)).toBe(4010);
  });
});

describe('removing a device', () => {
  it('ends its sessions immediately and blocks new ones', async () => {
    const { worker, person, device } = await setUp();
    const second = await bootstrapped(worker, device);
    const other = await loginDevice(worker, person);
    const what = `device-identities/${String(device.identityId)}`;
    expect(await end(worker, other, what)).toMatchObject({ status: 200, data: null });
    for (const session of [device, second]) expect(await codeOfMe(worker, session)).toBe(4010);
    expect((await bootstrap(worker, device)).code).toBe(4010);
    for (const session of [person, other]) expect(await codeOfMe(worker, session)).toBe(0);
    expect(await list(worker, person)).toHaveLength(2);
    await worker.settle();
    expect(await eventsOf(worker, person)).toEqual([]);
    expect((await end(worker, other, what)).code).toBe(4041);
    const own = `device-identities/${String(other.identityId)}`;
    expect((await end(worker, other, own)).code).toBe(0);
    expect(await codeOfMe(worker, other)).toBe(4010);
  });

  it('answers 4041 for another user’s device, which stays, and 3001 for a malformed id', async () => {
    const { worker, person } = await setUp();
    const strange = await loginDevice(worker, await registerAndLogin(worker));
    const what = `device-identities/${String(strange.identityId)}`;
    expect(await end(worker, person, what)).toMatchObject({ status: 404, code: 4041 });
    expect(await codeOfMe(worker, strange)).toBe(0);
    expect((await bootstrap(worker, strange)).code).toBe(0);
    for (const id of ['0', '-1', 'x', '1.5']) {
      expect((await end(worker, person, `device-identities/${id}`)).code).toBe(3001);
    }
  });

  it('while it opens a session ends that one too, at any moment', async () => {
    const { worker, person } = await setUp();
    for (const moment of ['before', 'after'] as const) {
      for (const step of ['DB.batch 2', 'USER_SESSIONS.open 1', 'DB.batch 3']) {
        const device = await loginDevice(worker, person, 'tablet');
        const seen: Record<string, number> = {};
        const slow = createTestWorker({
          clock: worker.clock,
          intercept: async ({ binding, method }, proceed) => {
            const name = `${binding}.${method}`;
            seen[name] = (seen[name] ?? 0) + 1;
            const isStep = `${name} ${String(seen[name])}` === step;
            const endDevice = () =>
              end(worker, person, `device-identities/${String(device.identityId)}`);
            if (isStep && moment === 'before') expect((await endDevice()).code).toBe(0);
            const result = await proceed();
            if (isStep && moment === 'after') expect((await endDevice()).code).toBe(0);
            return result;
          },
        });
        await slow.services.bootGate.pass(worker.services.directory, worker.services.cache);
        for (const name of Object.keys(seen)) seen[name] = 0;
        const { code, data } = await bootstrap(slow, device);
        await slow.settle();
        // Only sessions confirmed before the removal were returned, and each has ended with the device.
        const isLate = step === 'DB.batch 3' && moment === 'after';
        expect(code, `${moment} ${step}`).toBe(isLate ? 0 : 4010);
        if (isLate) {
          const headers = { ...device.headers, Authorization: `Bearer ${data.session_token}` };
          expect(await codeOfMe(worker, { headers })).toBe(4010);
        }
      }
    }
    worker.clock.advance(2 * MINUTE_MS);
    await deliverOutbox(worker.services, 'account');
    const { sessionIds } = await worker.services.sessions.reconcile(
      person.userId,
      { username: person.username, role: 'user', status: 'active', authVersion: 1 },
      [],
      0,
    );
    const left = await list(worker, person);
    expect(left.filter((session) => session.identity_id === null)).toMatchObject([
      { current: true },
    ]);
    expect([...sessionIds].sort()).toEqual(left.map(({ id }) => id).sort());
  });

  it.each(['before', 'after'] as const)(
    'by a Worker that dies %s any operation does all or nothing once the outbox has run',
    async (moment) => {
      const { worker, person } = await setUp();
      for (let index = 3; ; index += 1) {
        const device = await loginDevice(worker, person, 'tablet');
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
        await end(dying, person, `device-identities/${String(device.identityId)}`);
        await dying.settle();
        if (!crash.fired) break;
        expect(index).toBeLessThan(10);
        worker.clock.advance(2 * MINUTE_MS);
        await deliverOutbox(worker.services, 'account');
        const items = await list(worker, person);
        const isWhole = items.some(({ identity_id: id }) => id === device.identityId);
        expect(await codeOfMe(worker, device)).toBe(isWhole ? 0 : 4010);
        expect((await bootstrap(worker, device)).code).toBe(isWhole ? 0 : 4010);
        await worker.settle();
      }
    },
  );
});

describe('a password change', () => {
  it('removes every device', async () => {
    const { worker, person, device } = await setUp();
    const change = { old_password: person.password, new_password: 'another long one' };
    expect((await call(worker, person, 'PATCH', '/user/password', change)).code).toBe(0);
    expect(await codeOfMe(worker, device)).toBe(4010);
    expect((await bootstrap(worker, device)).code).toBe(4010);
    const again = await loginDevice(worker, { ...person, password: 'another long one' });
    expect(await list(worker, again, 'device-identities')).toHaveLength(1);
  });
});
