import { describe, expect, it } from 'vitest';
import { changeAccount } from '../../../../src/worker/domain/accounts/change-account.ts';
import { sweepIdentities } from '../../../../src/worker/domain/devices/sweep-devices.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { issueCredential } from '../../../../src/worker/lib/credential.ts';
import { call } from '../../../support/api-call.ts';
import {
  bootstrap,
  bootstrapped,
  CLIENT,
  loginDevice,
  type Device,
} from '../../../support/devices.ts';
import { countInto, crashAt, type Interceptor, type Tally } from '../../../support/instrument.ts';
import { loginAs, registerAndLogin } from '../../../support/people.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { codeOfMe } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const setUp = async (vars = {}) => {
  const worker = createTestWorker({ vars });
  const person = await registerAndLogin(worker);
  return { worker, person, device: await loginDevice(worker, person) };
};

const countIdentities = async ({ services }: TestWorker, userId: number): Promise<number> =>
  (
    await readRows(
      services.db,
      statement('SELECT id FROM device_identities WHERE user_id = ?', userId),
    )
  ).length;

const countNonces = async ({ services }: TestWorker, { identityId }: Device): Promise<number> =>
  (
    await readRows(
      services.db,
      statement('SELECT 1 FROM device_nonces WHERE identity_id = ?', identityId),
    )
  ).length;

describe('an identity token', () => {
  it('cannot call the API (4033), and a session token cannot bootstrap (4010)', async () => {
    const { worker, person, device } = await setUp();
    for (const headers of [{}, CLIENT]) {
      const Authorization = `Bearer ${device.identityToken}`;
      expect(await codeOfMe(worker, { headers: { ...headers, Authorization } })).toBe(4033);
    }
    const cookie = { Cookie: `__Host-session_token=${device.bearer}` };
    expect(await codeOfMe(worker, { headers: { ...CLIENT, ...cookie } })).toBe(4010);
    const { keys } = worker.services;
    for (const identityToken of [
      device.bearer,
      person.bearer,
      'made up',
      await issueCredential(keys, 'identity', `${String(person.userId)}-android`),
      await issueCredential(keys, 'identity', String(person.userId)),
    ]) {
      expect(await bootstrap(worker, { identityToken })).toMatchObject({ status: 401, code: 4010 });
    }
  });

  it('opens working sessions, each for 24 hours and never longer than the identity', async () => {
    const { worker, device } = await setUp({ DEVICE_IDENTITY_TTL_MS: String(1.5 * DAY_MS) });
    const opened = await bootstrap(worker, device);
    const end = new Date(worker.clock.now() + DAY_MS).toISOString();
    expect(opened.data).toEqual({
      session_token: expect.stringMatching(/^ttd\./u),
      session_expires_at: end,
    });
    worker.clock.advance(DAY_MS);
    expect(await codeOfMe(worker, device)).toBe(4011);
    const last = await bootstrapped(worker, device);
    worker.clock.advance(0.5 * DAY_MS - 1);
    expect(await codeOfMe(worker, last)).toBe(0);
    worker.clock.advance(1);
    expect(await codeOfMe(worker, last)).toBe(4011);
    expect((await bootstrap(worker, device)).code).toBe(4010);
  });

  it('is valid for its own platform and a supported version only', async () => {
    const { worker, device } = await setUp();
    const from = (platform: string, version = '1.4.0') =>
      bootstrap(worker, device, {}, { 'X-Platform': platform, 'X-Client-Version': version });
    expect((await from('windows')).code).toBe(3000);
    expect((await from('web')).code).toBe(3000);
    expect((await from('android', '0.9.0')).code).toBe(4260);
    expect((await from('android')).code).toBe(0);
  });

  it('opens nothing for a suspended account, or once all sessions were ended', async () => {
    const { worker, person, device } = await setUp();
    await changeAccount(worker.services, person.userId, {
      dropSessions: false,
      statements: ({ id }) => [statement("UPDATE users SET status = 'suspended' WHERE id = ?", id)],
    });
    expect(await bootstrap(worker, device)).toMatchObject({ status: 403, code: 4030 });
    await changeAccount(worker.services, person.userId, {
      dropSessions: true,
      statements: ({ id }) => [statement("UPDATE users SET status = 'active' WHERE id = ?", id)],
    });
    expect((await bootstrap(worker, device)).code).toBe(4010);
    expect(await countIdentities(worker, person.userId)).toBe(0);
  });

  it('opens nothing beside a change that ends all sessions, at any moment', async () => {
    const { worker, person } = await setUp();
    for (const occurrence of [1, 2, 3, 4]) {
      const device = await loginDevice(worker, person);
      let seen = 0;
      const intercept: Interceptor = async ({ binding }, proceed) => {
        seen += binding === 'DB' ? 1 : 0;
        if (binding === 'DB' && seen === occurrence) {
          await changeAccount(worker.services, person.userId, {
            dropSessions: true,
            statements: () => [],
          });
        }
        return proceed();
      };
      const beside = createTestWorker({ clock: worker.clock, intercept });
      await beside.services.bootGate.pass(worker.services.directory, worker.services.cache);
      const { code, data } = await bootstrap(beside, device);
      await beside.settle();
      expect(seen).toBeGreaterThan(occurrence - 1);
      // The fourth is not part of the response: sessions opened before the change have ended with it.
      expect(code).toBe(occurrence === 4 ? 0 : 4010);
      const headers = {
        ...CLIENT,
        Authorization: `Bearer ${data?.session_token ?? device.bearer}`,
      };
      expect(await codeOfMe(worker, { headers })).toBe(4010);
    }
  });
});

describe('a bootstrap', () => {
  it('accepts each nonce once (4090), however many requests bring it at the same moment', async () => {
    const { worker, device } = await setUp();
    const other = await loginDevice(worker, await registerAndLogin(worker));
    const nonce = crypto.randomUUID();
    const racing = Array.from({ length: 9 }, () => bootstrap(worker, device, { nonce }));
    const codes = (await Promise.all(racing)).map(({ code }) => code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 8 }, () => 4090)]);
    worker.clock.advance(10 * MINUTE_MS);
    expect(await bootstrap(worker, device, { nonce })).toMatchObject({ status: 409, code: 4090 });
    expect((await bootstrap(worker, other, { nonce })).code).toBe(0);
  });

  it('requires a clock that is right within five minutes, and returns the time', async () => {
    const { worker, device } = await setUp();
    const now = worker.clock.now();
    for (const [offset, code] of [
      [-5 * MINUTE_MS - 1, 3000],
      [-5 * MINUTE_MS, 0],
      [5 * MINUTE_MS, 0],
      [5 * MINUTE_MS + 1, 3000],
    ] as const) {
      const answer = await bootstrap(worker, device, { timestamp_ms: now + offset });
      expect(answer.code).toBe(code);
      if (code === 0) continue;
      expect(answer).toMatchObject({
        message: expect.stringContaining('timestamp_ms'),
        data: { server_time: new Date(now).toISOString() },
      });
    }
  });

  it('is limited to ten a minute for an identity, then 2090 with Retry-After', async () => {
    const { worker, person, device } = await setUp();
    const other = await loginDevice(worker, person);
    const nonce = crypto.randomUUID();
    for (let index = 0; index < 10; index += 1) {
      await bootstrap(worker, device, { nonce });
      worker.clock.advance(1000);
    }
    const response = await worker.fetch('/api/v1/auth/device-bootstrap', {
      method: 'POST',
      headers: { ...CLIENT, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        identity_token: device.identityToken,
        nonce: 'n',
        timestamp_ms: worker.clock.now(),
      }),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('50');
    expect(await response.json()).toMatchObject({ code: 2090 });
    expect((await bootstrap(worker, other)).code).toBe(0);
    worker.clock.advance(50_000);
    expect((await bootstrap(worker, device)).code).toBe(0);
  });

  it('answers 1001 while the account is being changed, and ends no session', async () => {
    const { worker, person, device } = await setUp({
      DEVICE_SESSIONS_PER_IDENTITY: '2',
      SESSIONS_PER_USER: '3',
    });
    worker.clock.advance(1000);
    const other = await bootstrapped(worker, device);
    const freeze = { changeId: 'change', authVersion: 1, dropSessions: false };
    expect(await worker.services.sessions.freeze(person.userId, freeze, MINUTE_MS)).toBe(
      'admitted',
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      worker.clock.advance(1000);
      expect(await bootstrap(worker, device)).toMatchObject({ status: 503, code: 1001 });
    }
    await worker.services.sessions.unfreeze(person.userId, 'change');
    const open = [person, device, other];
    for (const one of open) expect(await codeOfMe(worker, one)).toBe(0);
    const listed = async (): Promise<boolean[]> => {
      const list = { items: [{ current: true }] };
      const { data } = await call<typeof list>(worker, other, 'GET', '/auth/sessions');
      return data.items.map(({ current }) => current);
    };
    expect(await listed()).toEqual([true, false, false]);
    // The device's oldest session is evicted once another one opens.
    expect((await bootstrap(worker, device)).code).toBe(0);
    expect(await Promise.all(open.map((one) => codeOfMe(worker, one)))).toEqual([0, 4010, 0]);
    expect(await listed()).toEqual([false, true, false]);
  });

  it('has spent its nonce (4090) however it ended', async () => {
    const { worker, person, device } = await setUp();
    const freeze = { changeId: 'change', authVersion: 1, dropSessions: false };
    const suspend = (status: string) =>
      runBatch(worker.services.db, [
        statement('UPDATE users SET status = ? WHERE id = ?', status, person.userId),
      ]);
    await worker.services.sessions.freeze(person.userId, freeze, MINUTE_MS);
    expect((await bootstrap(worker, device, { nonce: 'busy' })).code).toBe(1001);
    await worker.services.sessions.unfreeze(person.userId, 'change');
    await suspend('suspended');
    expect((await bootstrap(worker, device, { nonce: 'suspended' })).code).toBe(4030);
    await suspend('active');
    for (const nonce of ['busy', 'suspended', 'fresh']) {
      expect((await bootstrap(worker, device, { nonce })).code).toBe(nonce === 'fresh' ? 0 : 4090);
    }
  });

  it('evicts the device’s oldest session, and none of another device', async () => {
    const { worker, person, device } = await setUp({
      DEVICE_SESSIONS_PER_IDENTITY: '2',
      SESSIONS_PER_USER: '4',
    });
    worker.clock.advance(1000);
    const other = await loginDevice(worker, person);
    const opened = [device];
    for (let index = 0; index < 3; index += 1) {
      worker.clock.advance(1000);
      opened.push(await bootstrapped(worker, device));
    }
    const codes = await Promise.all(opened.map((one) => codeOfMe(worker, one)));
    expect(codes).toEqual([4010, 4010, 0, 0]);
    for (const one of [person, other]) expect(await codeOfMe(worker, one)).toBe(0);
    worker.clock.advance(1000);
    await loginAs(worker, person);
    // The account's own limit also counts devices.
    expect(await codeOfMe(worker, person)).toBe(4010);
  });

  it('costs three D1 round trips before its response, one after it, and two object calls', async () => {
    const { device } = await setUp();
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const vars = { COUNTER_GATHER_MS: '5' };
    const worker = createTestWorker({ vars, intercept: countInto(tally) });
    await worker.fetch('/ready');
    await worker.settle();
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    await bootstrapped(worker, device);
    expect(tally.calls).toEqual({
      'RATE_LIMITER.take': 1,
      'DB.batch': 3,
      'DB.all': 1,
      'USER_SESSIONS.open': 1,
      'COUNTERS.add': 1,
    });
  });

  it.each(['before', 'after'] as const)(
    'that dies %s any operation leaves no session that D1 or the object alone knows',
    async (moment) => {
      const { worker, person, device } = await setUp();
      const copy = { username: person.username, role: 'user', status: 'active', authVersion: 1 };
      for (let index = 2; ; index += 1) {
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
        const answer = await bootstrap(dying, device);
        await dying.settle();
        if (!crash.fired) break;
        expect(index).toBeLessThan(20);
        worker.clock.advance(2 * MINUTE_MS);
        await deliverOutbox(worker.services, 'account');
        const rows = await readRows<{ id: string }>(
          worker.services.db,
          statement('SELECT session_id AS id FROM user_sessions WHERE user_id = ?', person.userId),
        );
        const ids = rows.map(({ id }) => id);
        const { sessionIds } = await worker.services.sessions.reconcile(
          person.userId,
          copy as Parameters<typeof worker.services.sessions.reconcile>[1],
          ids,
          0,
        );
        expect([...sessionIds].sort()).toEqual(ids.sort());
        if (answer.code === 0) {
          const headers = { ...CLIENT, Authorization: `Bearer ${answer.data.session_token}` };
          expect(await codeOfMe(worker, { headers })).toBe(0);
        }
        expect(await codeOfMe(worker, await bootstrapped(worker, device))).toBe(0);
      }
    },
  );
});

describe('the sweep of devices', () => {
  it('removes only identities and nonces that have expired', async () => {
    const { worker, person, device } = await setUp();
    const tolerance = worker.services.config.DEVICE_CLOCK_TOLERANCE_MS;
    const [nonce, timestamp_ms] = ['nonce', worker.clock.now() + tolerance];
    expect((await bootstrap(worker, device, { nonce, timestamp_ms })).code).toBe(0);
    worker.clock.advance(2 * tolerance);
    await sweep(worker.services);
    // The last moment at which its timestamp is valid.
    expect((await bootstrap(worker, device, { nonce, timestamp_ms })).code).toBe(4090);
    await bootstrapped(worker, device);
    worker.clock.advance(MINUTE_MS - 1);
    await sweep(worker.services);
    expect(await countNonces(worker, device)).toBe(2);
    worker.clock.advance(1);
    await sweep(worker.services);
    expect(await countNonces(worker, device)).toBe(1);
    await runBatch(worker.services.db, [
      statement('UPDATE device_identities SET expires_at = ?', worker.clock.now() + 1),
    ]);
    await sweep(worker.services);
    expect(await countIdentities(worker, person.userId)).toBe(1);
    worker.clock.advance(1);
    const { db } = worker.services;
    const identities = await readRows(db, statement('SELECT id FROM device_identities'));
    // Their sessions and nonces, which are deleted as well, do not count.
    expect(await sweepIdentities(worker.services)).toBe(identities.length);
    expect(await countIdentities(worker, person.userId)).toBe(0);
    expect(await countNonces(worker, device)).toBe(0);
    expect(await codeOfMe(worker, person)).toBe(0);
  });
});
