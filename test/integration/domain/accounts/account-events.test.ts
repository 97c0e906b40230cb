import { describe, expect, it, vi } from 'vitest';
import { deliverAccountEvent } from '../../../../src/worker/domain/accounts/deliver-account-events.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { recordEvent } from '../../../../src/worker/domain/outbox/events.ts';
import { postJson, registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

const codeOfMe = async (worker: TestWorker, { bearer }: Person): Promise<number> => {
  const headers = { Authorization: `Bearer ${bearer}` };
  const response = await worker.fetch('/api/v1/auth/me', { headers });
  return (await response.json<{ code: number }>()).code;
};

const eventsLeft = async ({ services }: TestWorker): Promise<number> =>
  (await readRows(services.db, statement("SELECT id FROM outbox_events WHERE kind = 'account'")))
    .length;

describe('the event of an account', () => {
  it('brings a change of D1 alone to the sessions, however often it is delivered', async () => {
    const worker = createTestWorker();
    const { services, clock } = worker;
    const person = await registerAndLogin(worker);
    await runBatch(services.db, [
      statement(
        "UPDATE users SET status = 'suspended', auth_version = auth_version + 1 WHERE id = ?",
        person.userId,
      ),
      recordEvent('account', { user_id: person.userId }, clock.now()),
    ]);
    await deliverOutbox(services, 'account');
    expect(await codeOfMe(worker, person)).toBe(4030);
    expect(await eventsLeft(worker)).toBe(0);
    await deliverAccountEvent(services, { user_id: person.userId });
    expect(await codeOfMe(worker, person)).toBe(4030);
  });

  it('leaves no session of an account that no longer exists', async () => {
    const worker = createTestWorker();
    const { services, clock } = worker;
    const person = await registerAndLogin(worker);
    await runBatch(services.db, [
      statement('DELETE FROM users WHERE id = ?', person.userId),
      recordEvent('account', { user_id: person.userId }, clock.now()),
    ]);
    await deliverOutbox(services, 'account');
    expect(await codeOfMe(worker, person)).toBe(4010);
    expect(await eventsLeft(worker)).toBe(0);
  });

  it('is retried after a change under way, and delays no other event', async () => {
    const worker = createTestWorker();
    const { services, clock } = worker;
    const busy = await registerAndLogin(worker);
    const other = await registerAndLogin(worker);
    const freeze = { changeId: 'c', authVersion: 1, dropSessions: false };
    await services.sessions.freeze(busy.userId, freeze, 10_000);
    await runBatch(
      services.db,
      [busy, other].map(({ userId }) => recordEvent('account', { user_id: userId }, clock.now())),
    );
    await deliverOutbox(services, 'account');
    expect(await eventsLeft(worker)).toBe(1);
    clock.advance(120_000);
    await deliverOutbox(services, 'account');
    // The lock was reconciled; the event of that reconciliation comes a minute later.
    clock.advance(120_000);
    await deliverOutbox(services, 'account');
    expect(await eventsLeft(worker)).toBe(0);
    expect(await codeOfMe(worker, busy)).toBe(0);
  });

  it('ends no session that is being opened or closed', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    await deliverAccountEvent(worker.services, { user_id: person.userId });
    expect(await codeOfMe(worker, person)).toBe(0);
    await worker.services.sessions.forget(person.userId);
    await deliverAccountEvent(worker.services, { user_id: person.userId });
    const rows = () =>
      readRows(
        worker.services.db,
        statement('SELECT session_id FROM user_sessions WHERE user_id = ?', person.userId),
      );
    expect(await rows()).toHaveLength(1);
    worker.clock.advance(60_001);
    await deliverAccountEvent(worker.services, { user_id: person.userId });
    expect(await rows()).toHaveLength(0);
  });
});

describe('the log', () => {
  it('never holds a password, a token or a cookie, even when every call fails', async () => {
    const lines: string[] = [];
    const keep = (...args: unknown[]) => void lines.push(args.map(String).join(' '));
    const spies = (['log', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(keep),
    );
    try {
      const worker = createTestWorker();
      const person = await registerAndLogin(worker);
      let isReachable = true;
      const failing = createTestWorker({
        intercept: async (_call, proceed) => {
          if (!isReachable) throw new Error('unreachable');
          return proceed();
        },
      });
      const { bootGate, directory, cache } = failing.services;
      await bootGate.pass(directory, cache);
      isReachable = false;
      const secrets = [person.password, person.bearer, person.headers['X-CSRF-Token'] ?? ''];
      const statuses = [];
      for (const [path, body] of [
        ['login', { username: person.username, password: person.password }],
        ['register', { username: 'logged', email: 'l@example.org', password: person.password }],
        ['logout', {}],
      ] as const) {
        const response = await postJson(failing, `/api/v1/auth/${path}`, body, person.headers);
        statuses.push(response.status);
        lines.push(await response.text());
      }
      expect(statuses).toEqual([500, 500, 500]);
      expect(lines.length).toBeGreaterThan(2);
      for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});
