import { expect, it } from 'vitest';
import { eraseAccounts } from '../../../../../src/worker/domain/accounts/erase-account.ts';
import { call } from '../../../../support/api-call.ts';
import { findInconsistencies } from '../../../../support/consistency.ts';
import { registerAndLogin, type Person } from '../../../../support/people.ts';
import { runBatch, statement } from '../../../../support/sql.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';

const FREEZE_MS = 10_000;

const setStatus = ({ services }: TestWorker, { userId }: Person, status: string) =>
  runBatch(services.db, [
    statement('UPDATE users SET status = ?, deletion_due_at = 1 WHERE id = ?', status, userId),
    statement(
      "UPDATE site_totals SET active_users = (SELECT count(*) FROM users WHERE status = 'active')",
    ),
  ]);

it.each([
  ['PATCH', '/status', { status: 'suspended' }],
  ['POST', '/request-deletion', {}],
  ['POST', '/cancel-deletion', undefined],
] as const)(
  'a person who is erased during %s %s is not found, and the administrator stays signed in',
  async (method, path, body) => {
    const worker = createTestWorker();
    const admin = await registerAdmin(worker);
    const target = await registerAndLogin(worker);
    // A change that was cut off has left the account frozen, so it has to be resolved first.
    const freeze = { changeId: 'cut-off', authVersion: 1, dropSessions: false };
    await worker.services.sessions.freeze(target.userId, freeze, FREEZE_MS);
    worker.clock.advance(FREEZE_MS);
    if (path === '/cancel-deletion') await setStatus(worker, target, 'pending_deletion');
    let erased = false;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method: operation }, proceed) => {
        if (binding === 'USER_SESSIONS' && operation === 'freeze') {
          erased = true;
          await setStatus(worker, target, 'deleting');
          await eraseAccounts(worker.services);
        }
        return proceed();
      },
    });
    const query = path === '/request-deletion' ? `?admin=${admin.username}` : '';
    const sent = path === '/request-deletion' ? { username: target.username } : body;
    const url = `/admin/users/${String(target.userId)}${path}${query}`;
    expect((await call(racing, admin, method, url, sent)).code).toBe(4041);
    expect(erased).toBe(true);
    expect((await call(worker, admin, 'GET', '/auth/me')).code).toBe(0);
    expect(await findInconsistencies(worker)).toEqual([]);
  },
);
