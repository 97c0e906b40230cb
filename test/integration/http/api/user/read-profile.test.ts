import { describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../../src/worker/domain/accounts/request-deletion.ts';
import { seedUser } from '../../../../support/images.ts';
import { loginAs, registerAndLogin } from '../../../../support/people.ts';
import { createTestWorker } from '../../../../support/worker.ts';

describe('the profile', () => {
  it('has the account with its used share of the quota, and no password hash', async () => {
    const worker = createTestWorker({ vars: { DEFAULT_STORAGE_QUOTA_BYTES: '3000' } });
    const person = await registerAndLogin(worker);
    const setUsed = worker.env.DB.prepare('UPDATE users SET storage_used = 1000 WHERE id = ?');
    await setUsed.bind(person.userId).run();
    const response = await worker.fetch('/api/v1/user/profile', { headers: person.headers });
    const { data } = await response.json<{ data: Record<string, unknown> }>();
    expect(data).toEqual({
      id: person.userId,
      username: person.username,
      email: `${person.username}@example.org`,
      role: 'user',
      status: 'active',
      avatar_url: null,
      storage_used: 1000,
      storage_quota: 3000,
      storage_percent: 33.33,
      image_count: 0,
      deletion_due_at: null,
      created_at: new Date(worker.clock.now()).toISOString(),
      updated_at: new Date(worker.clock.now()).toISOString(),
    });
  });

  it('has the due time of a scheduled deletion', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    await requestDeletion(worker.services, { userId: await seedUser(worker) }, person);
    const { headers } = await loginAs(worker, person);
    const response = await worker.fetch('/api/v1/user/profile', { headers });
    const dueAt = worker.clock.now() + worker.services.config.ACCOUNT_DELETION_LOCK_MS;
    expect(await response.json()).toMatchObject({
      data: { status: 'pending_deletion', deletion_due_at: new Date(dueAt).toISOString() },
    });
  });

  it('requires a session', async () => {
    const response = await createTestWorker().fetch('/api/v1/user/profile');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 4010 });
  });
});
