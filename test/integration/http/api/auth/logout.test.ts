import { describe, expect, it } from 'vitest';
import { deliverOutbox } from '../../../../../src/worker/jobs/deliver-outbox.ts';
import { hashCredential } from '../../../../../src/worker/lib/credential.ts';
import { callsAt, countInto, crashAt, type Tally } from '../../../../support/instrument.ts';
import { cookieOf, loginAs, registerAndLogin, type Person } from '../../../../support/people.ts';
import { BASE_URL, createTestWorker, type TestWorker } from '../../../../support/worker.ts';
import { readRows, statement } from '../../../../support/sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const REFRESH = '/api/v1/auth/csrf/refresh';

const logout = (worker: TestWorker, { headers }: Person): Promise<Response> =>
  worker.fetch('/api/v1/auth/logout', { method: 'POST', headers });

const statusOfMe = async (worker: TestWorker, { bearer }: Person): Promise<number> => {
  const headers = { Authorization: `Bearer ${bearer}` };
  return (await worker.fetch('/api/v1/auth/me', { headers })).status;
};

const countRows = async ({ services }: TestWorker, userId: number): Promise<unknown> => {
  const [row] = await readRows<{ sessions: number; events: number }>(
    services.db,
    statement(
      `SELECT (SELECT COUNT(*) FROM user_sessions WHERE user_id = ?1) AS sessions,
              (SELECT COUNT(*) FROM outbox_events WHERE payload ->> 'user_id' = ?1) AS events`,
      userId,
    ),
  );
  return row;
};

describe('logout', () => {
  it('ends this session with its row, clears both cookies, and leaves other sessions', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const other = await loginAs(worker, person);
    const response = await logout(worker, person);
    await worker.settle();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ code: 0, message: 'ok', data: null });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-(session|csrf)_token=; Max-Age=0; Path=\/;.* Secure/u);
    }
    expect(await statusOfMe(worker, person)).toBe(401);
    expect(await statusOfMe(worker, other)).toBe(200);
    expect(await countRows(worker, person.userId)).toEqual({ sessions: 1, events: 0 });
  });

  it('by bearer leaves the cookies of another session alone, and clears its own', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const other = await loginAs(worker, person);
    const logoutWith = async (bearer: string): Promise<number> => {
      const response = await worker.fetch('/api/v1/auth/logout', {
        method: 'POST',
        headers: { ...person.headers, Authorization: `Bearer ${bearer}` },
      });
      expect(response.status).toBe(200);
      return response.headers.getSetCookie().length;
    };
    expect(await logoutWith(other.bearer)).toBe(0);
    expect(await statusOfMe(worker, other)).toBe(401);
    expect(await statusOfMe(worker, person)).toBe(200);
    expect(await logoutWith(person.bearer)).toBe(2);
    expect(await statusOfMe(worker, person)).toBe(401);
  });

  it('costs two D1 round trips, one of them after the response, and two object calls', async () => {
    const person = await registerAndLogin(createTestWorker());
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    const before = callsAt(tally, 'DB');
    await logout(worker, person);
    await worker.settle();
    expect(callsAt(tally, 'DB') - before).toBe(2);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(2);
  });

  it.each(['before', 'after'] as const)(
    'that dies %s any operation can be repeated, or is finished by the outbox',
    async (moment) => {
      const worker = createTestWorker();
      const account = await registerAndLogin(worker);
      for (let index = 2; ; index += 1) {
        const [retried, abandoned] = [
          await loginAs(worker, account),
          await loginAs(worker, account),
        ];
        for (const person of [retried, abandoned]) {
          const crash = crashAt(index, moment);
          const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
          const response = await logout(dying, person);
          await dying.settle();
          if (!crash.fired) {
            expect(response.status).toBe(200);
            return;
          }
        }
        expect([200, 401]).toContain((await logout(worker, retried)).status);
        await worker.settle();
        expect(await statusOfMe(worker, retried)).toBe(401);

        const [row] = await readRows<{ rows: number }>(
          worker.services.db,
          statement('SELECT COUNT(*) AS rows FROM user_sessions WHERE user_id = ?', account.userId),
        );
        worker.clock.advance(2 * MINUTE_MS);
        await deliverOutbox(worker.services, 'account');
        // The logout has not begun or is complete: row and session agree.
        const alive = (await statusOfMe(worker, abandoned)) === 200;
        expect(row?.rows).toBe(alive ? 2 : 1);
        if (alive) await logout(worker, abandoned);
        await worker.settle();
        expect(await countRows(worker, account.userId)).toEqual({ sessions: 1, events: 0 });
        expect(await statusOfMe(worker, account)).toBe(200);
      }
    },
  );
});

describe('csrf/refresh', () => {
  const refresh = (
    worker: TestWorker,
    { headers }: Person,
    changes: Record<string, string> = {},
  ): Promise<Response> =>
    worker.fetch(REFRESH, {
      method: 'POST',
      headers: { Cookie: headers['Cookie'] ?? '', Origin: BASE_URL, ...changes },
    });

  it('issues a valid token to a session whose record has expired', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    worker.clock.advance(DAY_MS);
    expect((await logout(worker, person)).status).toBe(403);
    const response = await refresh(worker, person);
    expect(response.status).toBe(200);
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^__Host-csrf_token=[\w.-]+; Max-Age=2592000; Path=\/; Secure; Same/u);
    const token = cookieOf(response, '__Host-csrf_token');
    const headers = {
      Cookie: `__Host-session_token=${person.bearer}; __Host-csrf_token=${token}`,
      'X-CSRF-Token': token,
    };
    expect((await logout(worker, { ...person, headers })).status).toBe(200);
  });

  it('keeps the tokens of other tabs valid, the four newest of a session', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const tokens = [person.headers['X-CSRF-Token'] ?? ''];
    for (let index = 0; index < 4; index += 1) {
      worker.clock.advance(1);
      tokens.push(cookieOf(await refresh(worker, person), '__Host-csrf_token'));
    }
    const { sessions } = worker.services;
    const outcomes = [];
    for (const token of tokens) {
      const { outcome } = await sessions.authenticate(person.userId, {
        tokenHash: await hashCredential(person.bearer),
        csrf: { check: await hashCredential(token) },
        csrfTtlMs: DAY_MS,
        slot: null,
      });
      outcomes.push(outcome);
    }
    expect(outcomes).toEqual(['csrf_invalid', 'granted', 'granted', 'granted', 'granted']);
  });

  it.each([
    ['no Origin', { Origin: '' }],
    ['a foreign Origin', { Origin: 'https://evil.test' }],
    ['another site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('answers 4036 to %s', async (_, changes) => {
    const worker = createTestWorker();
    const response = await refresh(worker, await registerAndLogin(worker), changes);
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({ code: 4036 });
  });

  it('answers 4010 without a session or with a bearer token', async () => {
    const worker = createTestWorker();
    const { bearer } = await registerAndLogin(worker);
    for (const headers of [{}, { Authorization: `Bearer ${bearer}` }]) {
      const response = await worker.fetch(REFRESH, {
        method: 'POST',
        headers: { Origin: BASE_URL, ...headers },
      });
      expect(await response.json()).toMatchObject({ code: 4010 });
    }
  });

  it('costs one object call and no D1', async () => {
    const person = await registerAndLogin(createTestWorker());
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    const before = callsAt(tally, 'DB');
    expect((await refresh(worker, person)).status).toBe(200);
    expect(callsAt(tally, 'DB') - before).toBe(0);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
  });
});
