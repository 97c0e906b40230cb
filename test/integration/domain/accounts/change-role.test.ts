import { describe, expect, it } from 'vitest';
import { claimDeletions } from '../../../../src/worker/domain/accounts/claim-deletions.ts';
import { changeRole } from '../../../../src/worker/domain/accounts/change-role.ts';
import { findAccount } from '../../../../src/worker/domain/accounts/read-account.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { hashCredential } from '../../../../src/worker/lib/credential.ts';
import { seedUser } from '../../../support/images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { statusOf } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

/** The role that the caller's Durable Object reports. */
const roleOf = async ({ services }: TestWorker, { userId, bearer }: Person) => {
  const request = { tokenHash: await hashCredential(bearer), csrf: 'none', csrfTtlMs: 0 } as const;
  const reply = await services.sessions.authenticate(userId, { ...request, slot: null });
  return reply.outcome === 'granted' ? reply.account.role : reply.outcome;
};

const versionOf = ({ env }: TestWorker, { userId }: Person) =>
  env.DB.prepare('SELECT auth_version AS v FROM users WHERE id = ?').bind(userId).first('v');

const deedsTo = async ({ env }: TestWorker, { userId }: Person) => {
  const rows = env.DB.prepare('SELECT actor_id, action FROM audit_log WHERE subject = ?');
  return (await rows.bind(`user:${String(userId)}`).all()).results;
};

describe('a change of role', () => {
  it('reaches the open sessions and the audit log', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const username = person.username.toUpperCase();
    expect(await changeRole(worker.services, null, { username, role: 'admin' })).toBe(true);
    expect(await versionOf(worker, person)).toBe(2);
    expect(await roleOf(worker, person)).toBe('user');
    await deliverOutbox(worker.services, 'account');
    const { sessions } = worker.services;
    const known = { username: person.username, role: 'user', status: 'active' } as const;
    // A copy from before the change is refused, however late it arrives.
    await sessions.apply(person.userId, { ...known, authVersion: 1 }, true);
    expect(await roleOf(worker, person)).toBe('admin');
    expect(await deedsTo(worker, person)).toEqual([{ actor_id: null, action: 'role_grant' }]);
  });

  it('changes nothing when the user already has the role', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const { username } = person;
    expect(await changeRole(worker.services, null, { username, role: 'user' })).toBe(false);
    expect(await versionOf(worker, person)).toBe(1);
    expect(await deedsTo(worker, person)).toEqual([]);
  });

  it('is applied on top of a concurrent change of the account', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    let rivals = 0;
    const racing = createTestWorker({
      intercept: async ({ binding, method }, proceed) => {
        const isCommit = binding === 'DB' && method === 'batch' && rivals === 0;
        if (isCommit) {
          rivals += 1;
          await worker.env.DB.prepare(
            'UPDATE users SET auth_version = auth_version + 1 WHERE id = ?',
          )
            .bind(person.userId)
            .run();
        }
        return proceed();
      },
    });
    const { username } = person;
    expect(await changeRole(racing.services, null, { username, role: 'admin' })).toBe(true);
    expect(await versionOf(worker, person)).toBe(3);
    expect(await deedsTo(worker, person)).toHaveLength(1);
  });

  it('answers 4095 for an account scheduled for deletion, even when both are concurrent', async () => {
    const worker = createTestWorker();
    const boss = { userId: await seedUser(worker) };
    const person = await registerAndLogin(worker);
    const { username } = person;
    let isRequested = false;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch' && !isRequested) {
          isRequested = true;
          await requestDeletion(worker.services, boss, person);
        }
        return proceed();
      },
    });
    const grant = (through: TestWorker) =>
      changeRole(through.services, null, { username, role: 'admin' });
    const conflict = { reason: 'account_state_conflict' };
    await expect(grant(racing)).rejects.toMatchObject(conflict);
    await expect(grant(worker)).rejects.toMatchObject(conflict);
    worker.clock.advance(worker.services.config.ACCOUNT_DELETION_LOCK_MS);
    await claimDeletions(worker.services);
    expect(await statusOf(worker, person.userId)).toBe('deleting');
    await expect(grant(worker)).rejects.toMatchObject(conflict);
    const suspended = await seedUser(worker);
    await setStatus(worker.services, boss, { userId: suspended, status: 'suspended' });
    const account = await findAccount(worker.services.db, suspended);
    const change = { username: account?.username ?? '', role: 'admin' } as const;
    expect(await changeRole(worker.services, null, change)).toBe(true);
  });

  it('answers 4041 for an unknown user', async () => {
    const worker = createTestWorker();
    const change = changeRole(worker.services, null, { username: 'nobody', role: 'admin' });
    await expect(change).rejects.toMatchObject({ reason: 'user_not_found' });
  });
});
