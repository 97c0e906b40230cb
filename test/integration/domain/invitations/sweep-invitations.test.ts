import { beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/shared/clock.ts';
import { sweepInvitations } from '../../../../src/worker/domain/invitations/sweep-invitations.ts';
import { withdrawInvitation } from '../../../../src/worker/domain/invitations/withdraw-invitation.ts';
import { seedUser } from '../../../support/images.ts';
import { invite, registerNewcomer } from '../../../support/registration.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { resetState } from '../../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const FULL_HOUR = 7 * HOUR_MS;

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

const listLabels = async () => {
  const select = statement('SELECT label FROM invitations ORDER BY id');
  return (await readRows<{ label: string }>(worker.services.db, select)).map(({ label }) => label);
};

it('ended invitations are deleted after 30 days, and those that can be used never', async () => {
  const expiresAt = worker.clock.now() + DAY_MS;
  await invite(worker, { label: 'open', maxUses: null });
  await invite(worker, { label: 'expired', expiresAt });
  await registerNewcomer(worker, await invite(worker, { label: 'used' }));
  await registerNewcomer(worker, await invite(worker, { label: 'used once of two', maxUses: 2 }));
  await invite(worker, { label: 'withdrawn' });
  const userId = await seedUser(worker);
  const select = statement("SELECT id FROM invitations WHERE label = 'withdrawn'");
  const [row] = await readRows<{ id: number }>(worker.services.db, select);
  worker.clock.advance(2 * DAY_MS);
  await withdrawInvitation(worker.services, { userId }, row?.id ?? 0);

  const left: string[][] = [];
  for (const days of [27, 1, 1, 1]) {
    worker.clock.advance(days * DAY_MS);
    await sweepInvitations(worker.services, FULL_HOUR);
    left.push(await listLabels());
  }
  const open = ['open', 'used once of two'];
  expect(left).toEqual([
    ['open', 'expired', 'used', 'used once of two', 'withdrawn'],
    ['open', 'expired', 'used once of two', 'withdrawn'],
    [...open, 'withdrawn'],
    open,
  ]);
});

it('the sweep of invitations reads nothing but in the first minute of an hour', async () => {
  await invite(worker, { expiresAt: worker.clock.now() + 1 });
  worker.clock.advance(31 * DAY_MS);
  expect(await sweepInvitations(worker.services, FULL_HOUR + 60_000)).toBe(0);
  expect(await listLabels()).toHaveLength(1);
  expect(await sweepInvitations(worker.services, FULL_HOUR + 59_999)).toBe(1);
});
