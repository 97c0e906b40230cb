import { describe, expect, it } from 'vitest';
import type { SessionOwner } from '../../../../src/worker/domain/sessions/open-session.ts';
import { openWebSession } from '../../../../src/worker/domain/sessions/open-web-session.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { seedUser } from '../../../support/images.ts';
import { crashAt, InjectedFault } from '../../../support/instrument.ts';
import { loginAs, postJson, registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MINUTE_MS = 60_000;

let addresses = 0;
const freshAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'CF-Connecting-IP': `203.0.113.${String(addresses)}` };
};

const attempt = (worker: TestWorker, username: string, password: string): Promise<Response> =>
  postJson(worker, '/api/v1/auth/login', { username, password }, freshAddress());

const codeOf = async (response: Response): Promise<number> =>
  (await response.json<{ code: number }>()).code;

const sessionRows = ({ services }: TestWorker, userId: number): Promise<{ id: string }[]> =>
  readRows(
    services.db,
    statement('SELECT session_id AS id FROM user_sessions WHERE user_id = ?', userId),
  );

describe('the sessions of an account', () => {
  const meOf = async (worker: TestWorker, { bearer }: { bearer: string }): Promise<number> => {
    const headers = { Authorization: `Bearer ${bearer}` };
    return codeOf(await worker.fetch('/api/v1/auth/me', { headers }));
  };

  const liveIds = async (worker: TestWorker, { userId, username }: Person): Promise<string[]> => {
    const rows = (await sessionRows(worker, userId)).map(({ id }) => id);
    const copy = { username, role: 'user', status: 'active', authVersion: 1 } as const;
    const { sessionIds } = await worker.services.sessions.reconcile(userId, copy, rows, 0);
    expect(rows.sort()).toEqual([...sessionIds].sort());
    return rows;
  };

  it('are 50 at most: the oldest is evicted, in its object and in D1', async () => {
    const worker = createTestWorker();
    const first = await registerAndLogin(worker);
    const people = [first];
    for (let login = 0; login < 50; login += 1) {
      worker.clock.advance(1000);
      people.push(await loginAs(worker, first, freshAddress()));
    }
    expect(await meOf(worker, first)).toBe(4010);
    for (const person of people.slice(1)) expect(await meOf(worker, person)).toBe(0);
    expect(await liveIds(worker, first)).toHaveLength(50);
  });

  it('do not include those that have expired', async () => {
    const vars = { SESSIONS_PER_USER: '2', SESSION_TTL_MS: '60000' };
    const worker = createTestWorker({ vars });
    const first = await registerAndLogin(worker);
    worker.clock.advance(MINUTE_MS);
    const second = await loginAs(worker, first);
    const third = await loginAs(worker, first);
    expect(await meOf(worker, first)).toBe(4011);
    for (const person of [second, third]) expect(await meOf(worker, person)).toBe(0);
  });

  it('stay within their limit, in object and D1, when logins are concurrent', async () => {
    const worker = createTestWorker({ vars: { SESSIONS_PER_USER: '2' } });
    const person = await registerAndLogin(worker);
    await Promise.all(Array.from({ length: 5 }, () => loginAs(worker, person, freshAddress())));
    worker.clock.advance(2 * MINUTE_MS);
    await deliverOutbox(worker.services, 'account');
    expect(await liveIds(worker, person)).toHaveLength(2);
  });

  const seedOwner = async (worker: TestWorker): Promise<SessionOwner> => {
    const id = await seedUser(worker);
    const [owner] = await readRows<Omit<SessionOwner, 'id'>>(
      worker.services.db,
      statement(
        'SELECT username, role, status, auth_version AS authVersion FROM users WHERE id = ?',
        id,
      ),
    );
    if (owner === undefined) throw new Error('the user is not there');
    return { ...owner, id };
  };
  const countPromises = async ({ services, settle }: TestWorker): Promise<number> => {
    await settle();
    const text = "SELECT id FROM outbox_events WHERE kind = 'account'";
    return (await readRows(services.db, statement(text))).length;
  };

  it('leave an event to a login only if the evicted session may still be opened', async () => {
    const worker = createTestWorker({ vars: { SESSIONS_PER_USER: '1' } });
    const owner = await seedOwner(worker);
    const before = await countPromises(worker);
    await openWebSession(worker.services, owner, null);
    worker.clock.advance(2 * MINUTE_MS);
    await openWebSession(worker.services, owner, null);
    expect(await countPromises(worker)).toBe(before);
    worker.clock.advance(1000);
    await openWebSession(worker.services, owner, null);
    expect(await countPromises(worker)).toBe(before + 1);
  });

  it('lose one to a login that is retried while the account is frozen', async () => {
    const worker = createTestWorker({ vars: { SESSIONS_PER_USER: '3' } });
    const { sessions } = worker.services;
    const owner = await seedOwner(worker);
    for (let login = 0; login < 3; login += 1) await openWebSession(worker.services, owner, null);
    const freeze = { changeId: 'change', authVersion: owner.authVersion, dropSessions: false };
    expect(await sessions.freeze(owner.id, freeze, MINUTE_MS)).toBe('admitted');
    for (let login = 0; login < 4; login += 1) {
      await expect(openWebSession(worker.services, owner, null)).rejects.toMatchObject({
        reason: 'account_busy',
      });
    }
    expect(await sessionRows(worker, owner.id)).toHaveLength(2);
    await sessions.unfreeze(owner.id, 'change');
    expect(await openWebSession(worker.services, owner, null)).not.toBeNull();
    expect(await sessionRows(worker, owner.id)).toHaveLength(3);
  });

  it('keep no place for one whose object fails; its login reports that', async () => {
    const worker = createTestWorker();
    const owner = await seedOwner(worker);
    for (const isDatabaseUp of [true, false]) {
      let isUp = true;
      const failing = createTestWorker({
        clock: worker.clock,
        intercept: async ({ binding }, proceed) => {
          if (binding === 'USER_SESSIONS') {
            isUp = isDatabaseUp;
            throw new InjectedFault('no object');
          }
          if (!isUp) throw new InjectedFault('no database');
          return proceed();
        },
      });
      await expect(openWebSession(failing.services, owner, null)).rejects.toThrow('no object');
      expect(await sessionRows(worker, owner.id)).toHaveLength(isDatabaseUp ? 0 : 1);
    }
    worker.clock.advance(MINUTE_MS);
    await deliverOutbox(worker.services, 'account');
    expect(await sessionRows(worker, owner.id)).toEqual([]);
  });

  it('expire at the same moment in their object and in D1, however slow D1 was', async () => {
    const worker = createTestWorker({ vars: { SESSION_TTL_MS: '60000' } });
    const owner = await seedOwner(worker);
    const slow = createTestWorker({
      vars: { SESSION_TTL_MS: '60000' },
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        const result = await proceed();
        if (binding === 'DB') worker.clock.advance(5000);
        return result;
      },
    });
    const startedAt = worker.clock.now();
    const opened = await openWebSession(slow.services, owner, null);
    await slow.settle();
    worker.clock.advance(startedAt + MINUTE_MS - worker.clock.now());
    expect(await meOf(worker, { bearer: opened?.token ?? '' })).toBe(4011);
  });

  it.each(['before', 'after'] as const)(
    'stay the same in D1 when a login at their limit dies %s any operation',
    async (moment) => {
      const vars = { SESSIONS_PER_USER: '1' };
      const worker = createTestWorker({ vars });
      const person = await registerAndLogin(worker);
      for (let index = 2; ; index += 1) {
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ vars, intercept: crash.intercept, clock: worker.clock });
        await attempt(dying, person.username, person.password);
        await dying.settle();
        if (!crash.fired) break;
        expect(index).toBeLessThan(20);
        worker.clock.advance(2 * MINUTE_MS);
        await deliverOutbox(worker.services, 'account');
        expect((await liveIds(worker, person)).length).toBeLessThan(2);
        worker.clock.advance(20 * MINUTE_MS);
        await loginAs(worker, person);
      }
    },
    60_000,
  );
});
