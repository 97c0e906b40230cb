import { beforeEach, describe, expect, inject, it } from 'vitest';
import { captchaVars } from '../../../support/captcha.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { crashAt, type Interceptor } from '../../../support/instrument.ts';
import { forgetSettings } from '../../../support/publication.ts';
import {
  invite,
  listUses,
  registerNewcomer,
  setRegistration,
} from '../../../support/registration.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const CLOSED = 'Registration is closed';
const REQUIRED = 'Registration needs an invitation';
const INVALID = 'The invitation is unknown, used up, withdrawn or expired';

let worker: TestWorker;

beforeEach(async () => {
  worker = createTestWorker();
  await forgetSettings(worker);
  await runBatch(worker.services.db, [statement('DELETE FROM invitations')]);
});

const readAccount = async (userId: number | null) => {
  const select = statement('SELECT role, storage_quota FROM users WHERE id = ?', userId ?? 0);
  return (await readRows<{ role: string; storage_quota: number }>(worker.services.db, select))[0];
};

const countUsers = async (): Promise<number> => {
  const [row] = await readRows<{ users: number }>(
    worker.services.db,
    statement('SELECT count(*) AS users FROM users'),
  );
  return row?.users ?? 0;
};

describe('the setting of registration', () => {
  it('admits everybody until an administrator sets another', async () => {
    expect(await registerNewcomer(worker)).toMatchObject({ status: 201, code: 0 });
  });

  it('closes registration for everybody from the next request on, in every isolate', async () => {
    const elsewhere = createTestWorker();
    await registerNewcomer(elsewhere);
    const invitation = await invite(worker);
    await setRegistration(worker, 'closed');
    for (const isolate of [worker, elsewhere]) {
      const refused = { status: 403, code: 4030, message: CLOSED, userId: null };
      expect(await registerNewcomer(isolate)).toMatchObject(refused);
      expect(await registerNewcomer(isolate, invitation)).toMatchObject(refused);
    }
    expect(await listUses(worker)).toEqual([0]);
    await setRegistration(worker, 'invite');
    expect(await registerNewcomer(elsewhere, invitation)).toMatchObject({ status: 201 });
  });

  it('demands an invitation with `invite`, and takes one with `open`', async () => {
    await setRegistration(worker, 'invite');
    const refused = { status: 403, code: 4030, message: REQUIRED };
    expect(await registerNewcomer(worker)).toMatchObject(refused);
    expect(await registerNewcomer(worker, await invite(worker))).toMatchObject({ status: 201 });
    await setRegistration(worker, 'open');
    const invitation = await invite(worker, { storageQuota: 4711 });
    const { userId } = await registerNewcomer(worker, invitation);
    expect(await readAccount(userId)).toEqual({ role: 'user', storage_quota: 4711 });
  });

  it('lets the operator’s invitation for an administrator into a closed site', async () => {
    await setRegistration(worker, 'closed');
    const { userId } = await registerNewcomer(worker, await invite(worker, { role: 'admin' }));
    expect(await readAccount(userId)).toMatchObject({ role: 'admin' });
    const entries = await readRows<{ action: string; actor_id: number | null; detail: string }>(
      worker.services.db,
      statement(
        'SELECT action, actor_id, detail FROM audit_log WHERE subject = ?',
        `user:${String(userId)}`,
      ),
    );
    expect(entries).toEqual([{ action: 'role_grant', actor_id: null, detail: '{"to":"admin"}' }]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is judged again in the account’s batch: a change on the way makes no account', async () => {
    const intercept: Interceptor = async ({ binding }, proceed) => {
      if (binding === 'PASSWORD_HASHER') await setRegistration(worker, 'closed');
      return proceed();
    };
    const slow = createTestWorker({ intercept });
    const invitation = await invite(worker);
    const before = await countUsers();
    for (const presented of [undefined, invitation]) {
      await setRegistration(worker, 'open');
      const refused = { status: 403, code: 4030, message: CLOSED };
      expect(await registerNewcomer(slow, presented)).toMatchObject(refused);
    }
    expect([await countUsers(), await listUses(worker)]).toEqual([before, [0]]);
  });

  it('is judged before captcha and password, and limited by address like any registration', async () => {
    const hashes: string[] = [];
    const intercept: Interceptor = async ({ binding, method }, proceed) => {
      if (binding === 'PASSWORD_HASHER') hashes.push(method);
      return proceed();
    };
    const vars = {
      ...captchaVars(inject('captchaServerUrl'), 'provider_a'),
      REGISTRATIONS_PER_IP: '2',
    };
    const strict = createTestWorker({ vars, intercept });
    await setRegistration(worker, 'closed');
    const from = { address: '192.0.2.77' };
    const answers = [];
    for (const guess of [undefined, 'junk', await invite(worker)]) {
      answers.push((await registerNewcomer(strict, guess, from)).code);
    }
    expect([answers, hashes]).toEqual([[4030, 4030, 2008], []]);
  });
});

describe('an invitation', () => {
  it('is refused alike when unknown, junk, used up, withdrawn or expired', async () => {
    const used = await invite(worker);
    await registerNewcomer(worker, used);
    const withdrawn = await invite(worker);
    await runBatch(worker.services.db, [
      statement('UPDATE invitations SET withdrawn_at = 1 WHERE uses = 0'),
    ]);
    const expired = await invite(worker, { expiresAt: worker.clock.now() + 1000 });
    worker.clock.advance(1000);
    const unknown = await invite(worker);
    await runBatch(worker.services.db, [
      statement('DELETE FROM invitations WHERE id = (SELECT max(id) FROM invitations)'),
    ]);
    const before = await countUsers();
    for (const mode of ['open', 'invite', 'closed'] as const) {
      await setRegistration(worker, mode);
      for (const token of [used, withdrawn, expired, unknown, 'junk', `${used}A`]) {
        const refused = { status: 403, code: 4030, message: INVALID };
        expect(await registerNewcomer(worker, token), token).toMatchObject(refused);
      }
    }
    expect([await countUsers(), await listUses(worker)]).toEqual([before, [1, 0, 0]]);
  });

  it.each([1, 3])(
    'with %i uses makes as many accounts of ten concurrent requests',
    async (maxUses) => {
      await setRegistration(worker, 'invite');
      const invitation = await invite(worker, { maxUses });
      const before = await countUsers();
      const attempts = Array.from({ length: 10 }, () => registerNewcomer(worker, invitation));
      const codes = (await Promise.all(attempts)).map(({ code }) => code);
      expect(codes.filter((code) => code === 0)).toHaveLength(maxUses);
      expect(codes.filter((code) => code === 4030)).toHaveLength(10 - maxUses);
      expect([(await countUsers()) - before, await listUses(worker)]).toEqual([maxUses, [maxUses]]);
      expect(await findInconsistencies(worker)).toEqual([]);
    },
  );

  it('without a number of uses makes any number of accounts', async () => {
    const invitation = await invite(worker, { maxUses: null });
    for (let count = 0; count < 4; count += 1) {
      expect(await registerNewcomer(worker, invitation)).toMatchObject({ code: 0 });
    }
    expect(await listUses(worker)).toEqual([4]);
  });

  it('keeps its use when the name is taken', async () => {
    const { username } = await registerNewcomer(worker);
    const invitation = await invite(worker);
    const taken = await registerNewcomer(worker, invitation, { username });
    expect(taken).toMatchObject({ code: 3000, message: 'username: already taken' });
    expect(await listUses(worker)).toEqual([0]);
    expect(await registerNewcomer(worker, invitation)).toMatchObject({ code: 0 });
  });

  it('is tried out by an address as often as it may register', async () => {
    const narrow = createTestWorker({ vars: { REGISTRATIONS_PER_IP: '3' } });
    const codes = [];
    for (let guess = 0; guess < 5; guess += 1) {
      codes.push((await registerNewcomer(narrow, 'tinvite_guess', { address: '192.0.2.9' })).code);
    }
    expect(codes).toEqual([4030, 4030, 4030, 2008, 2008]);
  });

  it.each(['before', 'after'] as const)(
    'counts exactly the accounts that it made when a request dies %s any operation',
    async (moment) => {
      await setRegistration(worker, 'invite');
      for (let index = 0; ; index += 1) {
        await runBatch(worker.services.db, [statement('DELETE FROM invitations')]);
        const invitation = await invite(worker);
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
        const before = await countUsers();
        const { status, username } = await registerNewcomer(dying, invitation);
        const made = (await countUsers()) - before;
        expect(await listUses(worker)).toEqual([made]);
        if (!crash.fired) {
          expect([status, made]).toEqual([201, 1]);
          expect(index).toBeGreaterThan(2);
          break;
        }
        // Repeated, it makes the account once.
        await registerNewcomer(worker, invitation, { username });
        expect([(await countUsers()) - before, await listUses(worker)]).toEqual([1, [1]]);
      }
    },
  );
});
