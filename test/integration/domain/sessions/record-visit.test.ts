import { describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { loginAs, registerAndLogin } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const DAY_MS = 86_400_000;

const readVisit = async ({ env }: TestWorker, userId: number): Promise<number | null> =>
  env.DB.prepare('SELECT last_seen_at FROM users WHERE id = ?').bind(userId).first('last_seen_at');

describe('the last visit of a user', () => {
  it('is the first request of the day (UTC), which costs one statement after the answer', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    const { clock } = worker;
    // One minute after midnight.
    clock.advance(DAY_MS - (clock.now() % DAY_MS) + 60_000);
    const signedIn = clock.now();
    const person = await registerAndLogin(worker);
    expect(await readVisit(worker, person.userId)).toBe(signedIn);
    const visit = async () => {
      await worker.settle();
      Object.assign(tally, { calls: {} });
      expect((await call(worker, person, 'GET', '/auth/sessions')).status).toBe(200);
      await worker.settle();
      return callsAt(tally, 'DB');
    };
    const usual = await visit();
    clock.advance(DAY_MS - 120_000);
    expect(await visit()).toBe(usual);
    expect(await readVisit(worker, person.userId)).toBe(signedIn);
    clock.advance(120_000);
    expect(await visit()).toBe(usual + 1);
    expect(await readVisit(worker, person.userId)).toBe(signedIn + DAY_MS);
    expect(await visit()).toBe(usual);
  });

  it('is recorded once when requests are concurrent, and in any session', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const other = await loginAs(worker, person);
    worker.clock.advance(DAY_MS);
    const now = worker.clock.now();
    await Promise.all(
      [person, other, person].map((visitor) => call(worker, visitor, 'GET', '/auth/sessions')),
    );
    await worker.settle();
    expect(await readVisit(worker, person.userId)).toBe(now);
  });
});
