import { describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { bootstrapped, CLIENT, loginDevice, type Device } from '../../../support/devices.ts';
import { callsAt, countInto, crashAt, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { codeOfMe } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const setUp = async (vars = {}) => {
  const worker = createTestWorker({ vars });
  const person = await registerAndLogin(worker);
  return { worker, person, device: await loginDevice(worker, person) };
};

const beat = (worker: TestWorker, { headers }: Pick<Device, 'headers'>) =>
  call<{ session_expires_at: string; server_time: string }>(
    worker,
    { headers },
    'POST',
    '/auth/device-heartbeat',
  );

const shutDown = (worker: TestWorker, { headers }: Pick<Device, 'headers'>) =>
  call(worker, { headers }, 'DELETE', '/auth/device-shutdown');

const expiriesOf = ({ services }: TestWorker, userId: number) =>
  readRows<{ expires_at: number }>(
    services.db,
    statement("SELECT expires_at FROM user_sessions WHERE user_id = ? AND kind = 'device'", userId),
  );

describe('a heartbeat', () => {
  it('renews the session for 24 hours, never longer than the identity, and returns the time', async () => {
    const { worker, person, device } = await setUp({
      DEVICE_IDENTITY_TTL_MS: String(2 * DAY_MS),
    });
    const start = worker.clock.now();
    for (const [hours, expected] of [
      [20, 44],
      [23, 48],
      [4, 48],
    ] as const) {
      worker.clock.advance(hours * HOUR_MS);
      const now = worker.clock.now();
      expect(await beat(worker, device)).toMatchObject({
        status: 200,
        data: {
          session_expires_at: new Date(start + expected * HOUR_MS).toISOString(),
          server_time: new Date(now).toISOString(),
        },
      });
    }
    expect(await expiriesOf(worker, person.userId)).toEqual([{ expires_at: start + 2 * DAY_MS }]);
    worker.clock.advance(HOUR_MS - 1);
    expect(await codeOfMe(worker, device)).toBe(0);
    worker.clock.advance(1);
    expect(await codeOfMe(worker, device)).toBe(4011);
    expect((await beat(worker, device)).code).toBe(4011);
  });

  it('remembers an expired session for 7 days, counted from its renewed end', async () => {
    const { worker, device } = await setUp();
    worker.clock.advance(23 * HOUR_MS);
    await beat(worker, device);
    worker.clock.advance(8 * DAY_MS - 1);
    expect(await codeOfMe(worker, device)).toBe(4011);
    worker.clock.advance(1);
    expect(await codeOfMe(worker, device)).toBe(4010);
  });

  it('is refused for web sessions (4030) and ended sessions (4010)', async () => {
    const { worker, person, device } = await setUp();
    const web = { headers: { Authorization: `Bearer ${person.bearer}` } };
    for (const somebody of [person, web]) {
      expect(await beat(worker, somebody)).toMatchObject({ status: 403, code: 4030 });
      expect(await shutDown(worker, somebody)).toMatchObject({ status: 403, code: 4030 });
    }
    expect((await beat(worker, { headers: { ...CLIENT } })).code).toBe(4010);
    await worker.env.DB.prepare("DELETE FROM user_sessions WHERE kind = 'device'").run();
    expect((await beat(worker, device)).code).toBe(4010);
  });

  it('costs one D1 round trip and two object calls', async () => {
    const { device } = await setUp();
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    const before = callsAt(tally, 'DB');
    expect((await beat(worker, device)).code).toBe(0);
    expect(callsAt(tally, 'DB') - before).toBe(1);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(2);
  });

  it.each(['before', 'after'] as const)(
    'that dies %s any operation leaves no session that D1 forgets first, and can be repeated',
    async (moment) => {
      const { worker, person, device } = await setUp();
      for (let index = 3; ; index += 1) {
        worker.clock.advance(HOUR_MS);
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
        await beat(dying, device);
        if (!crash.fired) break;
        expect(index).toBeLessThan(10);
        const [row] = await expiriesOf(worker, person.userId);
        const known = (row?.expires_at ?? 0) - worker.clock.now();
        const later = createTestWorker();
        later.clock.advance(worker.clock.now() + known - later.clock.now());
        expect(await codeOfMe(later, device)).toBe(4011);
        const repeated = await beat(worker, device);
        expect(Date.parse(repeated.data.session_expires_at)).toBe(worker.clock.now() + DAY_MS);
      }
    },
  );
});

describe('a shutdown', () => {
  it('ends the session with its row, and keeps the identity and its other sessions', async () => {
    const { worker, person, device } = await setUp();
    const other = await bootstrapped(worker, device);
    expect(await shutDown(worker, device)).toEqual({
      status: 200,
      code: 0,
      message: 'ok',
      data: null,
    });
    await worker.settle();
    expect(await codeOfMe(worker, device)).toBe(4010);
    expect((await shutDown(worker, device)).code).toBe(4010);
    expect(await codeOfMe(worker, other)).toBe(0);
    expect(await expiriesOf(worker, person.userId)).toHaveLength(1);
    expect(await codeOfMe(worker, await bootstrapped(worker, device))).toBe(0);
  });
});

describe('a request by a device session', () => {
  it('states its platform (3000) and a supported version (3000, 4260)', async () => {
    const { worker, device } = await setUp();
    const { Authorization = '' } = device.headers;
    const cases: [headers: Record<string, string>, code: number, names: string][] = [
      [{}, 3000, 'X-Platform'],
      [{ 'X-Client-Version': '1.4.0' }, 3000, 'X-Platform'],
      [{ ...CLIENT, 'X-Platform': 'web' }, 3000, 'X-Platform'],
      [{ ...CLIENT, 'X-Platform': 'windows' }, 3000, 'X-Platform'],
      [{ 'X-Platform': 'android' }, 3000, 'X-Client-Version'],
      [{ ...CLIENT, 'X-Client-Version': 'new' }, 3000, 'X-Client-Version'],
      [{ ...CLIENT, 'X-Client-Version': '0.99.0' }, 4260, ''],
      [{ ...CLIENT, 'X-Client-Version': '1.0.0' }, 0, ''],
    ];
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['GET', '/images/'],
      ['POST', '/auth/device-heartbeat'],
    ] as const) {
      for (const [headers, code, names] of cases) {
        const person = { headers: { ...headers, Authorization } };
        const answer = await call(worker, person, method, path);
        expect(answer, `${path} ${JSON.stringify(headers)}`).toMatchObject({
          code,
          message: expect.stringContaining(names),
        });
      }
    }
  });

  it('is refused by its headers before the one object call; no D1', async () => {
    const { device } = await setUp();
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    const before = callsAt(tally, 'DB');
    const { Authorization = '' } = device.headers;
    expect(
      (await call(worker, { headers: { Authorization } }, 'GET', '/uploads/recipe')).code,
    ).toBe(3000);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(0);
    expect((await call(worker, device, 'GET', '/uploads/recipe')).code).toBe(0);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
    expect(callsAt(tally, 'DB') - before).toBe(0);
  });

  it('requires neither from a web session with a bearer token', async () => {
    const { worker, person } = await setUp();
    const headers = { Authorization: `Bearer ${person.bearer}` };
    expect(await codeOfMe(worker, { headers })).toBe(0);
  });
});
