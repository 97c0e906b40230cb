import { describe, expect, it } from 'vitest';
import { USER_AGENT_MAX_CHARACTERS } from '../../../../src/worker/http/read-client.ts';
import { call } from '../../../support/api-call.ts';
import { loginDevice } from '../../../support/devices.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

interface Listed {
  readonly kind: string;
  readonly user_agent: string | null;
  readonly last_used_at: string | null;
  readonly current: boolean;
}

const list = async (worker: TestWorker, person: Pick<Person, 'headers'>) => {
  const { data } = await call<{ items: readonly Listed[] }>(
    worker,
    person,
    'GET',
    '/auth/sessions',
  );
  return data.items;
};

describe('the list of sessions', () => {
  it('says the browser and the last use of each, up to an hour late', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const start = worker.clock.now();
    const other = await loginAs(worker, person, { 'User-Agent': FIREFOX });
    worker.clock.advance(HOUR_MS - 1);
    await list(worker, person);
    worker.clock.advance(1);
    const items = await list(worker, person);
    expect(items.find(({ current }) => !current)).toMatchObject({
      user_agent: FIREFOX,
      last_used_at: new Date(start).toISOString(),
    });
    expect(items.find(({ current }) => current)).toMatchObject({
      last_used_at: new Date(start + HOUR_MS).toISOString(),
    });
    worker.clock.advance(HOUR_MS / 2);
    const later = await list(worker, other);
    expect(later.find(({ current }) => current)).toMatchObject({
      last_used_at: new Date(start + 1.5 * HOUR_MS).toISOString(),
    });
  });

  it('has the beginning of a long text, none of an empty one, and none of a device', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    await loginAs(worker, person, { 'User-Agent': '' });
    const long = await loginAs(worker, person, { 'User-Agent': 'x'.repeat(4000) });
    await loginDevice(worker, person);
    const texts = (await list(worker, long)).map(({ kind, user_agent: text }) => [kind, text]);
    expect(texts).toHaveLength(4);
    expect(texts).toContainEqual(['web', 'x'.repeat(USER_AGENT_MAX_CHARACTERS)]);
    expect(texts).toContainEqual(['web', null]);
    expect(texts).toContainEqual(['device', null]);
  });

  it('costs one D1 round trip and two object calls', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const person = await registerAndLogin(createTestWorker());
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    const before = callsAt(tally, 'DB');
    await list(worker, person);
    await worker.settle();
    expect(callsAt(tally, 'DB') - before).toBe(1);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(2);
  });
});
