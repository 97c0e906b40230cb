import { beforeAll, describe, expect, it } from 'vitest';
import { callsAt } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { ask, asCookie, holdParts, measured } from '../../../support/session-rules.ts';

let worker: TestWorker;
let person: Person;
beforeAll(async () => {
  worker = createTestWorker();
  person = await registerAndLogin(worker);
});

describe('part slots', () => {
  const put = (at: TestWorker, query = '', headers = person.headers) =>
    ask(at, `/part${query}`, { method: 'PUT', headers });

  it('are four per user: a fifth concurrent part is 4291, and a later one succeeds', async () => {
    const parts = holdParts();
    const codes: (number | undefined)[] = [];
    const asked = Array.from({ length: 6 }, async () => {
      const answer = await put(worker, '?held');
      codes.push(answer.code);
      return answer;
    });
    await expect.poll(() => codes.length).toBe(2);
    parts.end();
    const answers = await Promise.all(asked);
    expect(codes.filter((code) => code === 4291)).toHaveLength(2);
    expect(codes.filter((code) => code === 0)).toHaveLength(4);
    expect(answers.find(({ code }) => code === 4291)?.status).toBe(429);
    expect(await put(worker)).toMatchObject({ code: 0 });
  });

  it('are separate for each user', async () => {
    const other = await registerAndLogin(worker);
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    const parts = holdParts();
    const asked = [put(one, '?held'), put(one, '?held', other.headers)];
    await expect.poll(parts.count).toBe(2);
    parts.end();
    const answers = await Promise.all(asked);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('are released once, whatever the handler does', async () => {
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    expect(await put(one, '?fail')).toMatchObject({ code: 1000 });
    expect(await put(one, '?twice')).toMatchObject({ code: 0 });
    expect(await put(one)).toMatchObject({ code: 0 });
  });

  it('cost one call to acquire, with authentication, and one to release', async () => {
    const { worker: counted, tally } = measured();
    await put(counted, '?twice');
    expect(tally.calls).toEqual({
      'USER_SESSIONS.authenticate': 1,
      'USER_SESSIONS.releaseSlot': 1,
    });
    expect(callsAt(tally, 'DB')).toBe(0);
  });

  it('that were never released are free again after the longest transfer', async () => {
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    const { headers } = await registerAndLogin(one);
    const dying = createTestWorker({
      vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' },
      clock: one.clock,
      intercept: async ({ method }, proceed) => {
        if (method === 'releaseSlot') throw new Error('died');
        return proceed();
      },
    });
    expect(await put(dying, '', headers)).toMatchObject({ code: 0 });
    expect(await put(one, '', headers)).toMatchObject({ status: 429, code: 4291 });
    one.clock.advance(150_000);
    expect(await put(one, '', headers)).toMatchObject({ code: 0 });
  });

  it('are not acquired by a request that is refused', async () => {
    const one = createTestWorker({ vars: { UPLOAD_CONCURRENT_PARTS_PER_USER: '1' } });
    expect(await put(one, '', asCookie(person))).toMatchObject({ code: 4035 });
    expect(await put(one)).toMatchObject({ code: 0 });
  });
});
