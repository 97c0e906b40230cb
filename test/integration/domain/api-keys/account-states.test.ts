import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimDeletions } from '../../../../src/worker/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../../src/worker/domain/accounts/erase-account.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { call } from '../../../support/api-call.ts';
import { listKeys, makeKey, type TestKey } from '../../../support/api-keys.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const VARS = { LINK_MISSES_PER_IP: '100000' };
const LOCK_MS = 86_400_000;

let worker: TestWorker;
let admin: Person;
beforeAll(async () => {
  worker = createTestWorker({ vars: VARS });
  admin = await registerAdmin(worker);
});

const codeOf = async ({ headers }: Pick<TestKey, 'headers'>, at = worker): Promise<number> =>
  (await call(at, { headers }, 'GET', '/uploads/recipe')).code;

/** Of the tables in the account's object that have rows: their numbers. */
const storedRows = ({ env }: TestWorker, { userId }: Person) =>
  runInDurableObject(
    env.USER_SESSIONS.getByName(`user:${String(userId)}`),
    (_, { storage: { sql } }) => {
      const tables = sql
        .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
        .toArray()
        .filter(({ name }) => ['account', 'sessions', 'api_keys'].includes(name));
      const rows = tables.map(({ name }) => [
        name,
        sql.exec(`SELECT 1 FROM ${name}`).toArray().length,
      ]);
      return Object.fromEntries(rows.filter(([, count]) => count !== 0));
    },
  );

describe('the keys of an account', () => {
  it('stay when the password changes, which ends all sessions', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    await call(worker, owner, 'PATCH', '/user/password', {
      old_password: owner.password,
      new_password: 'another long one',
    });
    expect(await codeOf(key)).toBe(0);
    expect(await call(worker, owner, 'GET', '/auth/me')).toMatchObject({ code: 4010 });
  });

  it('do not come back after a suspension; new ones can be made', async () => {
    const owner = await registerAndLogin(worker);
    const key = await makeKey(worker, owner);
    const { userId } = owner;
    await setStatus(worker.services, admin, { userId, status: 'suspended' });
    await setStatus(worker.services, admin, { userId, status: 'active' });
    expect(await codeOf(key)).toBe(4010);
    expect(await listKeys(worker, owner)).toEqual([]);
    expect(await codeOf(await makeKey(worker, owner))).toBe(0);
  });

  it('admit nothing while the news of a suspension is lost, nor afterwards', async () => {
    const later = createTestWorker({ vars: VARS });
    const owner = await registerAndLogin(later);
    const operator = await registerAdmin(later);
    const key = await makeKey(later, owner);
    const deaf = createTestWorker({
      clock: later.clock,
      intercept: async (at, proceed) => {
        if (at.method === 'apply') throw new Error('the object is out of reach');
        return proceed();
      },
    });
    const change = { userId: owner.userId, status: 'suspended' } as const;
    await expect(setStatus(deaf.services, operator, change)).rejects.toThrow('out of reach');
    expect(await codeOf(key, later)).toBe(1001);
    later.clock.advance(10_000);
    expect(await codeOf(key, later)).toBe(4010);
  });

  it('stay after a suspension that was not committed', async () => {
    const later = createTestWorker({ vars: VARS });
    const owner = await registerAndLogin(later);
    const operator = await registerAdmin(later);
    const key = await makeKey(later, owner);
    const broken = createTestWorker({
      clock: later.clock,
      intercept: async (at, proceed) => {
        if (at.binding === 'DB' && at.method === 'batch') throw new Error('not committed');
        return proceed();
      },
    });
    const change = { userId: owner.userId, status: 'suspended' } as const;
    await expect(setStatus(broken.services, operator, change)).rejects.toThrow('not committed');
    expect(await codeOf(key, later)).toBe(1001);
    later.clock.advance(10_000);
    expect(await codeOf(key, later)).toBe(0);
  });

  it('end with the account, which leaves nothing in its object', async () => {
    const later = createTestWorker({ vars: VARS });
    const operator = await registerAdmin(later);
    const owner = await registerAndLogin(later);
    const key = await makeKey(later, owner, { scopes: ['read', 'upload'] });
    expect(await storedRows(later, owner)).toEqual({ account: 1, sessions: 1, api_keys: 1 });
    await requestDeletion(later.services, operator, owner);
    expect(await codeOf(key, later)).toBe(0);
    later.clock.advance(LOCK_MS);
    await claimDeletions(later.services);
    expect(await codeOf(key, later)).toBe(4010);
    await eraseAccounts(later.services);
    await deliverOutbox(later.services, 'account');
    expect(await storedRows(later, owner)).toEqual({});
    expect(await codeOf(key, later)).toBe(4010);
  });
});
