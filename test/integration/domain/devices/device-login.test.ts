import { describe, expect, it } from 'vitest';
import { LAST_STEP_LIMIT_MS } from '../../../../src/worker/domain/sessions/account-events.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { solve } from '../../../support/captcha.ts';
import {
  askForDevice,
  bootstrap,
  bootstrapped,
  CLIENT,
  loginDevice,
} from '../../../support/devices.ts';
import {
  callsAt,
  countInto,
  crashAt,
  InjectedFault,
  type Tally,
} from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { codeOfMe } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const codeOf = async (response: Response): Promise<number> =>
  (await response.json<{ code: number }>()).code;

/** The ids of a user's sessions, on which D1 and the user's object must agree. */
const liveIds = async (worker: TestWorker, { userId, username }: Person): Promise<string[]> => {
  const rows = await readRows<{ id: string }>(
    worker.services.db,
    statement('SELECT session_id AS id FROM user_sessions WHERE user_id = ?', userId),
  );
  const ids = rows.map(({ id }) => id);
  const copy = { username, role: 'user', status: 'active', authVersion: 1 } as const;
  const { sessionIds } = await worker.services.sessions.reconcile(userId, copy, ids, 0);
  expect(ids.sort()).toEqual([...sessionIds].sort());
  return ids;
};

describe('a login on a device', () => {
  it('issues an identity for 180 days and a session for 24 hours; D1 keeps hashes', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const response = await askForDevice(worker, person, { headers: { 'X-Platform': 'windows' } });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    const { data } = await response.json<{ data: Record<string, string> }>();
    expect(data).toEqual({
      identity_token: expect.stringMatching(/^tti\./u),
      identity_id: expect.any(Number),
      identity_expires_at: new Date(worker.clock.now() + 180 * DAY_MS).toISOString(),
      session_token: expect.stringMatching(/^ttd\./u),
      session_expires_at: new Date(worker.clock.now() + DAY_MS).toISOString(),
      user: { id: person.userId, username: person.username, role: 'user' },
    });
    const headers = {
      ...CLIENT,
      'X-Platform': 'windows',
      Authorization: `Bearer ${data['session_token'] ?? ''}`,
    };
    expect(await codeOfMe(worker, { headers })).toBe(0);
    for (const table of ['device_identities', 'user_sessions', 'outbox_events']) {
      const rows = await readRows(worker.services.db, statement(`SELECT * FROM ${table}`));
      for (const token of [data['identity_token'], data['session_token']]) {
        expect(JSON.stringify(rows)).not.toContain(token?.split('.')[3]);
      }
    }
  });

  it('names a missing or wrong header (3000), and refuses outdated programs (4260)', async () => {
    const worker = createTestWorker({
      vars: { MIN_CLIENT_VERSION_ANDROID: '1.2.0', MIN_CLIENT_VERSION_WINDOWS: '2.0.0-rc.1' },
    });
    const person = await registerAndLogin(worker);
    const cases: [platform: string, version: string, code: number, names: string][] = [
      ['', '1.2.0', 3000, 'X-Platform'],
      ['web', '1.2.0', 3000, 'X-Platform'],
      ['Android', '1.2.0', 3000, 'X-Platform'],
      ['android', '', 3000, 'X-Client-Version'],
      ['android', '2', 3000, 'X-Client-Version'],
      ['android', '1.2', 3000, 'X-Client-Version'],
      ['android', 'newest', 3000, 'X-Client-Version'],
      ['android', '1.1.9', 4260, ''],
      ['android', '1.2.0-beta.2', 4260, ''],
      ['android', '1.2.0', 0, ''],
      ['android', '1.10.0+build.7', 0, ''],
      ['windows', '1.9.9', 4260, ''],
      ['windows', '2.0.0-beta', 4260, ''],
      ['windows', '2.0.0-rc', 4260, ''],
      ['windows', '2.0.0-rc.1', 0, ''],
      ['windows', '2.0.0-rc.0a', 0, ''],
      ['windows', '2.0.0-x', 0, ''],
    ];
    for (const [platform, version, code, names] of cases) {
      const device = { device_id: 'the same', name: 'A phone' };
      const headers = { 'X-Platform': platform, 'X-Client-Version': version };
      const response = await askForDevice(worker, person, { body: { device }, headers });
      const answer = await response.json<{ code: number; message: string }>();
      expect(answer.code, `${platform} ${version}`).toBe(code);
      expect(answer.message).toContain(names);
    }
  });

  it('has the rules and rate limits of a login on the web, in the same windows', async () => {
    const worker = createTestWorker({ vars: { LOGIN_FAILURES_PER_USERNAME: '2' } });
    const [person, suspended] = [await registerAndLogin(worker), await registerAndLogin(worker)];
    const wrong = { ...person, password: 'wrong' };
    const captcha = solve('provider_a', {});
    expect(await codeOf(await askForDevice(worker, person, { body: { captcha } }))).toBe(2009);
    const refusals = [];
    for (const somebody of [wrong, { ...wrong, username: 'nobody-of-that-name' }]) {
      const response = await askForDevice(worker, somebody);
      const { code, message } = await response.json<{ code: number; message: string }>();
      refusals.push({ status: response.status, code, message });
    }
    expect(refusals[0]).toMatchObject({ status: 401, code: 2001 });
    expect(refusals[1]).toEqual(refusals[0]);
    expect(
      await codeOf(
        await worker.fetch('/api/v1/auth/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '198.51.100.7' },
          body: JSON.stringify({ username: person.username, password: 'wrong' }),
        }),
      ),
    ).toBe(2001);
    const limited = await askForDevice(worker, person);
    expect(limited.headers.get('Retry-After')).toBe('900');
    expect(await codeOf(limited)).toBe(2008);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET status = 'suspended' WHERE id = ?", suspended.userId),
    ]);
    expect(await codeOf(await askForDevice(worker, suspended))).toBe(4030);
  });

  it('costs one D1 round trip more than one on the web, and as many object calls', async () => {
    const person = await registerAndLogin(createTestWorker());
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    await loginDevice(worker, person);
    expect(callsAt(tally, 'DB')).toBe(4);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
    expect(callsAt(tally, 'RATE_LIMITER')).toBe(5);
  });

  it('that dies before any operation leaves no partial device, and can be repeated', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const deviceId = 'the same';
    const device = { device_id: deviceId, name: 'A phone' };
    let former = await loginDevice(worker, person, deviceId);
    let signedInAt = worker.clock.now();
    worker.clock.advance(1);
    let answered = 0;
    for (let index = 2; ; index += 1) {
      // Also the one that is answered, and has done nothing since.
      const crash = crashAt(index, 'before');
      const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
      const response = await askForDevice(dying, person, { body: { device } });
      await dying.settle();
      if (!crash.fired) break;
      expect(index).toBeLessThan(20);
      worker.clock.advance(2 * MINUTE_MS);
      await deliverOutbox(worker.services, 'account');
      const ids = await liveIds(worker, person);
      // The former session, or an unreturned one beside it, until the next login.
      expect(ids.length).toBeLessThan(4);
      if (response.ok) {
        answered += 1;
        const { data } = await response.json<{ data: { session_token: string } }>();
        const headers = { ...CLIENT, Authorization: `Bearer ${data.session_token}` };
        expect(await codeOfMe(worker, { headers })).toBe(0);
      }
      // The former identity is unchanged, or has ended with its session.
      const [identity] = await readRows<{ at: number }>(
        worker.services.db,
        statement(
          'SELECT created_at AS at FROM device_identities WHERE user_id = ?',
          person.userId,
        ),
      );
      const formerCode = identity?.at === signedInAt ? 0 : 4010;
      expect(await codeOfMe(worker, former)).toBe(formerCode);
      expect((await bootstrap(worker, former)).code).toBe(formerCode);
      worker.clock.advance(20 * MINUTE_MS);
      former = await loginDevice(worker, person, deviceId);
      signedInAt = worker.clock.now();
      worker.clock.advance(1);
      expect(await codeOfMe(worker, former)).toBe(0);
      expect(await liveIds(worker, person)).toHaveLength(2);
    }
    expect(answered).toBeGreaterThan(0);
  });
});

describe('the devices of an account', () => {
  it('are five at most (4031), expired ones excluded, even concurrently', async () => {
    const worker = createTestWorker({ vars: { DEVICE_IDENTITY_TTL_MS: String(DAY_MS) } });
    const person = await registerAndLogin(worker);
    for (let index = 0; index < 4; index += 1) await loginDevice(worker, person);
    const racing = Array.from({ length: 4 }, () => askForDevice(worker, person));
    const answers = await Promise.all(racing);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 403, 403, 403]);
    const refused = answers.filter(({ status }) => status === 403);
    expect(await Promise.all(refused.map(codeOf))).toEqual([4031, 4031, 4031]);
    await worker.settle();
    expect(await liveIds(worker, person)).toHaveLength(6);
    worker.clock.advance(DAY_MS);
    expect((await askForDevice(worker, person)).status).toBe(200);
  });

  it('are replaced with their sessions when the same device signs in', async () => {
    const worker = createTestWorker({ vars: { DEVICE_IDENTITIES_PER_USER: '1' } });
    const person = await registerAndLogin(worker);
    const former = await loginDevice(worker, person, 'tablet');
    const second = await bootstrapped(worker, former);
    const current = await loginDevice(worker, person, 'tablet');
    expect((await askForDevice(worker, person)).status).toBe(403);
    for (const { headers } of [former, second]) {
      expect(await codeOfMe(worker, { headers })).toBe(4010);
    }
    expect((await bootstrap(worker, former)).code).toBe(4010);
    expect(await codeOfMe(worker, current)).toBe(0);
    expect(await codeOfMe(worker, person)).toBe(0);
    expect(await liveIds(worker, person)).toHaveLength(2);
  });

  it('are replaced wholly by a login that dies, concurrent sessions included', async () => {
    const worker = createTestWorker();
    const { clock } = worker;
    const person = await registerAndLogin(worker);
    const former = await loginDevice(worker, person, 'tablet');
    const dying = createTestWorker({
      clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding !== 'USER_SESSIONS') return proceed();
        if (method !== 'open') throw new InjectedFault();
        clock.advance(500);
        await bootstrapped(worker, former);
        clock.advance(500);
        return proceed();
      },
    });
    const body = { device: { device_id: 'tablet', name: 'A phone' } };
    expect((await askForDevice(dying, person, { body })).status).toBe(500);
    for (const ms of [LAST_STEP_LIMIT_MS - 1000, 499, 1]) {
      clock.advance(ms);
      await deliverOutbox(worker.services, 'account');
    }
    expect(await liveIds(worker, person)).toHaveLength(2);
  });

  it('keep identities, sessions and places when a login is rejected (1001)', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const tablet = await loginDevice(worker, person, 'tablet');
    const freeze = { changeId: 'change', authVersion: 1, dropSessions: false };
    await worker.services.sessions.freeze(person.userId, freeze, MINUTE_MS);
    for (const device_id of ['tablet', 'phone']) {
      const body = { device: { device_id, name: 'Another name' } };
      const response = await askForDevice(worker, person, { body });
      expect(response.status).toBe(503);
      expect(await codeOf(response)).toBe(1001);
    }
    await worker.services.sessions.unfreeze(person.userId, 'change');
    expect(
      await readRows(
        worker.services.db,
        statement('SELECT id, name FROM device_identities WHERE user_id = ?', person.userId),
      ),
    ).toEqual([{ id: tablet.identityId, name: 'A phone' }]);
    expect(await codeOfMe(worker, tablet)).toBe(0);
    expect(await liveIds(worker, person)).toHaveLength(2);
    await bootstrapped(worker, tablet);
    const { DB } = worker.env;
    await DB.prepare('UPDATE device_identities SET expires_at = ?').bind(worker.clock.now()).run();
    expect((await bootstrap(worker, await loginDevice(worker, person, 'tablet'))).code).toBe(0);
  });

  it('take no place when their session’s object fails, before or after opening', async () => {
    const vars = { DEVICE_IDENTITIES_PER_USER: '1' };
    const worker = createTestWorker({ vars });
    const person = await registerAndLogin(worker);
    for (const moment of ['before', 'after']) {
      const failing = createTestWorker({
        vars,
        clock: worker.clock,
        intercept: async ({ binding, method }, proceed) => {
          if (binding !== 'USER_SESSIONS' || method !== 'open') return proceed();
          if (moment === 'after') await proceed();
          throw new InjectedFault();
        },
      });
      expect((await askForDevice(failing, person)).status).toBe(500);
      expect(await liveIds(worker, person)).toHaveLength(1);
      const text = 'SELECT id FROM device_identities WHERE user_id = ?';
      expect(await readRows(worker.services.db, statement(text, person.userId))).toEqual([]);
    }
    expect((await askForDevice(worker, person)).status).toBe(200);
  });

  it('are counted once when the same device signs in twice concurrently', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const devices = await Promise.allSettled(
      Array.from({ length: 3 }, () => loginDevice(worker, person, 'tablet')),
    );
    expect(devices.some(({ status }) => status === 'fulfilled')).toBe(true);
    const rows = await readRows(
      worker.services.db,
      statement('SELECT id FROM device_identities WHERE user_id = ?', person.userId),
    );
    expect(rows).toHaveLength(1);
    worker.clock.advance(2 * MINUTE_MS);
    await deliverOutbox(worker.services, 'account');
    expect(await liveIds(worker, person)).toHaveLength(2);
  });
});
