import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../../../src/worker/db/guard.ts';
import {
  changeAccount,
  type AccountChange,
} from '../../../../src/worker/domain/accounts/change-account.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import {
  callsAt,
  countInto,
  crashAt,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { loginAs, postJson, registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

const HOLD_MS = 10_000;
const MINUTE_MS = 60_000;

const setStatus = (status: string, dropSessions = false): AccountChange => ({
  dropSessions,
  statements: ({ id }) => [statement('UPDATE users SET status = ? WHERE id = ?', status, id)],
});
const suspend = setStatus('suspended');
const dropAll: AccountChange = { dropSessions: true, statements: () => [] };

const codeOfMe = async (worker: TestWorker, { bearer }: Person): Promise<number> => {
  const headers = { Authorization: `Bearer ${bearer}` };
  const response = await worker.fetch('/api/v1/auth/me', { headers });
  return (await response.json<{ code: number }>()).code;
};

const accountOf = async ({ services }: TestWorker, { userId }: Person) => {
  const [row] = await readRows<{
    status: string;
    version: number;
    sessions: number;
    events: number;
  }>(
    services.db,
    statement(
      `SELECT status, auth_version AS version,
         (SELECT COUNT(*) FROM user_sessions WHERE user_id = u.id) AS sessions,
         (SELECT COUNT(*) FROM outbox_events WHERE payload ->> 'user_id' = u.id) AS events
       FROM users u WHERE id = ?`,
      userId,
    ),
  );
  return row;
};

/** Runs `act` once, just before or after a certain operation. */
const interrupt = (
  wanted: string,
  moment: 'before' | 'after',
  act: () => Promise<unknown>,
  occurrence = 1,
): Interceptor => {
  let seen = 0;
  return async ({ binding, method }, proceed) => {
    if (`${binding}.${method}` !== wanted) return proceed();
    seen += 1;
    if (seen !== occurrence) return proceed();
    if (moment === 'before') await act();
    const result = await proceed();
    if (moment === 'after') await act();
    return result;
  };
};

describe('a change of an account', () => {
  it('applies to open sessions from the next request on', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    expect(await changeAccount(worker.services, person.userId, suspend)).toEqual({
      username: person.username,
      role: 'user',
      status: 'suspended',
      authVersion: 2,
    });
    expect(await codeOfMe(worker, person)).toBe(4030);
    await changeAccount(worker.services, person.userId, setStatus('active'));
    expect(await codeOfMe(worker, person)).toBe(0);
    await worker.settle();
    expect(await accountOf(worker, person)).toMatchObject({ version: 3, sessions: 1, events: 0 });
  });

  it('can end every session with its row, and the next login opens a new one', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const other = await loginAs(worker, person);
    await changeAccount(worker.services, person.userId, dropAll);
    expect(await codeOfMe(worker, person)).toBe(4010);
    expect(await codeOfMe(worker, other)).toBe(4010);
    expect(await accountOf(worker, person)).toMatchObject({ sessions: 0 });
    expect(await codeOfMe(worker, await loginAs(worker, person))).toBe(0);
  });

  it('costs three D1 round trips, one after the response, and two object calls', async () => {
    const person = await registerAndLogin(createTestWorker());
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await changeAccount(worker.services, person.userId, suspend);
    await worker.settle();
    expect(callsAt(tally, 'DB')).toBe(3);
    expect(tally.calls).toMatchObject({ 'USER_SESSIONS.freeze': 1, 'USER_SESSIONS.apply': 1 });
  });

  it('leaves everything as it was, and unlocked, when a guard refuses it', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const change: AccountChange = {
      dropSessions: true,
      statements: () => [prepareGuard('never', () => sql`0`)({})],
    };
    await expect(changeAccount(worker.services, person.userId, change)).rejects.toThrow(GuardError);
    expect(await codeOfMe(worker, person)).toBe(0);
    expect(await accountOf(worker, person)).toEqual({
      status: 'active',
      version: 1,
      sessions: 1,
      events: 0,
    });
  });

  it('answers 4041 for an unknown user', async () => {
    const worker = createTestWorker();
    await expect(changeAccount(worker.services, 999_999, suspend)).rejects.toMatchObject({
      reason: 'user_not_found',
    });
  });

  it('keeps the account locked (503) while it is under way', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const seen: number[] = [];
    let retryAfter: string | null = null;
    const look = async () => {
      const headers = { Authorization: `Bearer ${person.bearer}` };
      const response = await worker.fetch('/api/v1/auth/me', { headers });
      seen.push(response.status);
      retryAfter = response.headers.get('Retry-After');
      const login = await postJson(worker, '/api/v1/auth/login', person);
      seen.push(login.status);
    };
    const changing = createTestWorker({ intercept: interrupt('DB.batch', 'after', look) });
    await changeAccount(changing.services, person.userId, suspend);
    // The login reads D1, where the change is already committed.
    expect(seen).toEqual([503, 403]);
    expect(retryAfter).toBe('1');
    expect(await codeOfMe(worker, person)).toBe(4030);
  });

  it('runs after a concurrent one, or one of the two is told to retry', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const changes = [suspend, dropAll].map((change) =>
      changeAccount(worker.services, person.userId, change),
    );
    const done = (await Promise.allSettled(changes)).filter(({ status }) => status === 'fulfilled');
    expect(done.length).toBeGreaterThan(0);
    expect(await accountOf(worker, person)).toMatchObject({ version: 1 + done.length });
  });
});

describe('a login that overlaps a change', () => {
  const overlap = async (
    change: AccountChange,
    wanted: string,
    moment: 'before' | 'after',
  ): Promise<{ worker: TestWorker; person: Person; response: Response }> => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const act = () => changeAccount(worker.services, person.userId, change);
    const racing = createTestWorker({ intercept: interrupt(wanted, moment, act) });
    await racing.fetch('/ready');
    const response = await postJson(racing, '/api/v1/auth/login', person);
    await racing.settle();
    await worker.settle();
    return { worker, person, response };
  };

  it.each([
    ['before its row is written', 'DB.batch', 'before'],
    ['after its row is written', 'DB.batch', 'after'],
    ['before its session is opened', 'USER_SESSIONS.open', 'before'],
  ] as const)('cannot reopen an account suspended %s', async (_, wanted, moment) => {
    const { worker, person, response } = await overlap(suspend, wanted, moment);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 4030 });
    expect(response.headers.getSetCookie()).toEqual([]);
    worker.clock.advance(2 * MINUTE_MS);
    await deliverOutbox(worker.services, 'account');
    expect(await accountOf(worker, person)).toMatchObject({ sessions: 1, events: 0 });
  });

  it.each([
    ['before its row is written', 'DB.batch', 'before'],
    ['before its session is opened', 'USER_SESSIONS.open', 'before'],
  ] as const)(
    'is refused with the old password when it was changed %s',
    async (_, wanted, moment) => {
      const changed: AccountChange = {
        dropSessions: true,
        statements: ({ id }) => [
          statement(
            `UPDATE users SET password_hash = (SELECT password_hash FROM users o WHERE o.username = 'other-password')
           WHERE id = ?`,
            id,
          ),
        ],
      };
      const setup = createTestWorker();
      await registerAndLogin(setup, { username: 'other-password' }).catch(() => undefined);
      const { worker, person, response } = await overlap(changed, wanted, moment);
      expect(response.status).toBe(401);
      expect(await codeOfMe(worker, person)).toBe(4010);
      worker.clock.advance(2 * MINUTE_MS);
      await deliverOutbox(worker.services, 'account');
      expect(await accountOf(worker, person)).toMatchObject({ sessions: 0, events: 0 });
    },
  );

  it('cannot reopen an account while its object has not seen the change', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const act = () =>
      runBatch(worker.services.db, [
        statement(
          "UPDATE users SET status = 'suspended', auth_version = auth_version + 1 WHERE id = ?",
          person.userId,
        ),
      ]);
    const racing = createTestWorker({ intercept: interrupt('DB.batch', 'before', act) });
    const response = await postJson(racing, '/api/v1/auth/login', person);
    expect(await response.json()).toMatchObject({ code: 4030 });
    expect(await accountOf(worker, person)).toMatchObject({ sessions: 1, events: 0 });
  });

  it('is refused from the next request on if it came just before', async () => {
    const { worker, response } = await overlap(suspend, 'USER_SESSIONS.open', 'after');
    expect(response.status).toBe(200);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await worker.fetch('/api/v1/auth/me', { headers: { Cookie: cookie } });
    expect(await me.json()).toMatchObject({ code: 4030 });
  });
});

describe('a change whose Worker dies', () => {
  it.each([
    ['suspension', 'before', suspend],
    ['suspension', 'after', suspend],
    ['end of all sessions', 'before', dropAll],
    ['end of all sessions', 'after', dropAll],
  ] as const)('(%s) %s any operation is never half applied', async (_, moment, change) => {
    for (let index = 0; ; index += 1) {
      const worker = createTestWorker();
      const person = await registerAndLogin(worker);
      const crash = crashAt(index, moment);
      const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
      await changeAccount(dying.services, person.userId, change).catch(() => undefined);
      await dying.settle();
      if (!crash.fired) break;
      expect(index).toBeLessThan(10);

      const account = await accountOf(worker, person);
      const committed = account?.version === 2;
      const refusal = change === suspend ? 4030 : 4010;
      const settled = committed ? refusal : 0;
      // The account is locked until the lock expires, and then has the state of D1, without the outbox.
      expect([1001, settled]).toContain(await codeOfMe(worker, person));
      worker.clock.advance(HOLD_MS);
      expect(await codeOfMe(worker, person)).toBe(settled);
      worker.clock.advance(2 * MINUTE_MS);
      await deliverOutbox(worker.services, 'account');
      expect(await codeOfMe(worker, person)).toBe(settled);
      const alive = change === suspend || !committed;
      expect(await accountOf(worker, person)).toMatchObject({
        sessions: alive ? 1 : 0,
        events: 0,
      });
      await changeAccount(worker.services, person.userId, change);
      expect(await codeOfMe(worker, person)).toBe(refusal);
    }
  });

  it('cannot be committed once another request has reconciled the lock', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const overtake = async () => {
      worker.clock.advance(HOLD_MS);
      expect(await codeOfMe(worker, person)).toBe(0);
    };
    // The statements below belong to one attempt; later ones are a new attempt.
    let attempts = 0;
    const slow = createTestWorker({
      clock: worker.clock,
      intercept: interrupt('DB.batch', 'before', overtake),
    });
    const change: AccountChange = {
      dropSessions: false,
      statements: ({ id, authVersion }) => {
        attempts += 1;
        expect(authVersion).toBe(attempts);
        return [statement("UPDATE users SET status = 'suspended' WHERE id = ?", id)];
      },
    };
    await changeAccount(slow.services, person.userId, change);
    expect(attempts).toBe(2);
    expect(await codeOfMe(worker, person)).toBe(4030);
    expect(await accountOf(worker, person)).toMatchObject({ version: 3 });
  });

  it('is reconciled by one read of D1, and by none afterwards', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const crash = crashAt(2, 'before');
    const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
    await changeAccount(dying.services, person.userId, suspend).catch(() => undefined);
    worker.clock.advance(HOLD_MS);
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    await counted.fetch('/ready');
    const before = callsAt(tally, 'DB');
    // /auth/me itself reads D1 once.
    await codeOfMe(counted, person);
    expect(callsAt(tally, 'DB') - before).toBe(2);
    await codeOfMe(counted, person);
    expect(callsAt(tally, 'DB') - before).toBe(3);
  });
});
