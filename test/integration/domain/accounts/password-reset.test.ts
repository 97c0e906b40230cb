import { beforeEach, describe, expect, it } from 'vitest';
import { changeRole } from '../../../../src/worker/domain/accounts/change-role.ts';
import { issuePasswordReset } from '../../../../src/worker/domain/accounts/issue-password-reset.ts';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { crashAt, type Interceptor } from '../../../support/instrument.ts';
import { loginAs, postJson, registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { codeOfMe, putInState, registerAdmin, titlesFor } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const INVALID = 'The link is unknown, used, replaced or expired';
const NEW_PASSWORD = 'battery staple';

interface Reset {
  readonly token: string;
  readonly link: string;
  readonly expires_at: string;
}

let worker: TestWorker;
let admin: Person;
let person: Person;

beforeEach(async () => {
  worker = createTestWorker();
  admin = await registerAdmin(worker);
  person = await registerAndLogin(worker);
});

const ask = ({ userId }: Pick<Person, 'userId'>, by = admin) =>
  call<Reset>(worker, by, 'POST', `/admin/users/${String(userId)}/password-reset`);

const issue = async (of = person): Promise<string> => (await ask(of)).data.token;

let addresses = 0;

const use = async (
  token: string,
  new_password = NEW_PASSWORD,
  through = worker,
  address = `2001:db8:eeee:${(addresses += 1).toString(16)}::1`,
) => {
  const headers = { 'CF-Connecting-IP': address };
  const body = { token, new_password };
  const response = await postJson(through, '/api/v1/auth/password-reset', body, headers);
  return { status: response.status, ...(await response.json<{ code: number; message: string }>()) };
};

const login = async (password: string): Promise<number> => {
  const body = { username: person.username, password };
  return (await call(worker, null, 'POST', '/auth/login', body)).code;
};

const refused = { status: 403, code: 4030, message: INVALID };

describe('a link to set a new password', () => {
  it('has its token in the fragment, and ends after an hour', async () => {
    const { status, data } = await ask(person);
    expect(status).toBe(201);
    expect(data.token).toMatch(/^treset_[0-9A-Za-z]{49}$/u);
    expect(data.link).toBe(`https://tintype.test/reset-password#token=${data.token}`);
    expect(Date.parse(data.expires_at)).toBe(worker.clock.now() + HOUR_MS);
  });

  it('sets the password, ends every session and tells the user', async () => {
    const second = await loginAs(worker, person);
    expect(await use(await issue())).toMatchObject({ status: 200, code: 0, data: null });
    for (const session of [person, second]) expect(await codeOfMe(worker, session)).toBe(4010);
    expect([await login(person.password), await login(NEW_PASSWORD)]).toEqual([2001, 0]);
    expect(await titlesFor(worker, person.userId)).toEqual(['Password set by a link']);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is recorded in the audit trail and stored without its token', async () => {
    const token = await issue();
    const { db } = worker.services;
    const [entry] = await readRows<{ action: string; actor_id: number; detail: string }>(
      db,
      statement(
        'SELECT action, actor_id, detail FROM audit_log WHERE subject = ?',
        `user:${String(person.userId)}`,
      ),
    );
    expect(entry).toMatchObject({ action: 'reset_password', actor_id: admin.userId });
    const rows = await readRows(
      db,
      statement('SELECT * FROM password_resets WHERE user_id = ?', person.userId),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([entry, rows])).not.toContain(token.slice(7));
  });

  it('counts once, whoever is first', async () => {
    const token = await issue();
    const passwords = ['first password', 'second password', 'third password'];
    const codes = (await Promise.all(passwords.map((one) => use(token, one)))).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 4030, 4030]);
    const accepted = [];
    for (const password of passwords) accepted.push(await login(password));
    expect(accepted).toEqual(codes.map((code) => (code === 0 ? 0 : 2001)));
    expect(await use(token)).toMatchObject(refused);
    expect(await titlesFor(worker, person.userId)).toHaveLength(1);
  });

  it('is refused alike when it is junk, unknown, expired or replaced by a later one', async () => {
    const replaced = await issue();
    const latest = await issue();
    const other = await registerAndLogin(worker);
    const unknown = await issue(other);
    await runBatch(worker.services.db, [
      statement('DELETE FROM password_resets WHERE user_id = ?', other.userId),
    ]);
    for (const token of ['junk', unknown, replaced, `${latest}A`]) {
      expect(await use(token), token).toMatchObject(refused);
    }
    worker.clock.advance(HOUR_MS);
    expect(await use(latest)).toMatchObject(refused);
    expect(await login(person.password)).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a change of the password',
      () =>
        call(worker, person, 'PATCH', '/user/password', {
          old_password: person.password,
          new_password: 'yet another one',
        }),
    ],
    [
      'a suspension, also once it is lifted',
      async () => {
        for (const status of ['suspended', 'active'] as const) {
          await setStatus(worker.services, admin, { userId: person.userId, status });
        }
      },
    ],
    [
      'a new role',
      () => changeRole(worker.services, null, { username: person.username, role: 'admin' }),
    ],
    [
      'a request for deletion',
      () => {
        const path = `/admin/users/${String(person.userId)}/request-deletion?admin=${admin.username}`;
        return call(worker, admin, 'POST', path, { username: person.username });
      },
    ],
  ])('ends with %s', async (_change, change) => {
    const token = await issue();
    await change();
    expect(await use(token)).toMatchObject(refused);
  });

  it('that ends while the password is hashed sets none', async () => {
    const token = await issue();
    const intercept: Interceptor = async ({ binding }, proceed) => {
      if (binding === 'PASSWORD_HASHER') await issue();
      return proceed();
    };
    const slow = createTestWorker({ intercept });
    expect(await use(token, NEW_PASSWORD, slow)).toMatchObject(refused);
    expect([await login(NEW_PASSWORD), await codeOfMe(worker, person)]).toEqual([2001, 0]);
  });

  it('is guessed by a network address as often as a password, without a hash', async () => {
    const hashes: string[] = [];
    const intercept: Interceptor = async ({ binding, method }, proceed) => {
      if (binding === 'PASSWORD_HASHER') hashes.push(method);
      return proceed();
    };
    const narrow = createTestWorker({ vars: { LOGIN_FAILURES_PER_IP: '2' }, intercept });
    const codes = [];
    for (let guess = 0; guess < 4; guess += 1)
      codes.push((await use('junk', NEW_PASSWORD, narrow, '192.0.2.1')).code);
    expect([codes, hashes]).toEqual([[4030, 4030, 2008, 2008], []]);
  });

  it('uses up no attempt of its network address', async () => {
    const narrow = createTestWorker({ vars: { LOGIN_FAILURES_PER_IP: '1' } });
    for (let count = 0; count < 3; count += 1) {
      const used = await use(await issue(), NEW_PASSWORD, narrow, '192.0.2.2');
      expect(used).toMatchObject({ code: 0 });
    }
  });

  it('refuses a password outside the bounds (3000), and stays', async () => {
    const token = await issue();
    for (const password of ['short', 'p'.repeat(73)]) {
      expect(await use(token, password)).toMatchObject({ status: 400, code: 3000 });
    }
    expect(await use(token)).toMatchObject({ code: 0 });
  });

  it('is for accounts that can sign in: others get 4095, unknown ones 4041', async () => {
    for (const status of ['suspended', 'deleting'] as const) {
      const other = await registerAndLogin(worker);
      await putInState(worker, other, status);
      expect(await ask(other)).toMatchObject({ status: 409, code: 4095 });
    }
    expect(await ask({ userId: 999_999_999 })).toMatchObject({ status: 404, code: 4041 });
  });

  it('of an administrator comes from the operator’s shell alone (4030)', async () => {
    const colleague = await registerAdmin(worker);
    for (const target of [colleague, admin]) {
      expect(await ask(target)).toMatchObject({ status: 403, code: 4030 });
    }
    const { token } = await issuePasswordReset(worker.services, null, colleague.userId);
    expect(await use(token)).toMatchObject({ code: 0 });
    await loginAs(worker, { ...colleague, password: NEW_PASSWORD });
  });

  it('is made and recorded together, or not at all, when the administrator loses the role', async () => {
    const intercept: Interceptor = async ({ binding, method }, proceed) => {
      const isWrite = binding === 'DB' && method === 'batch';
      if (isWrite) {
        await runBatch(worker.services.db, [
          statement("UPDATE users SET role = 'user' WHERE id = ?", admin.userId),
        ]);
      }
      return proceed();
    };
    const late = createTestWorker({ intercept });
    const path = `/admin/users/${String(person.userId)}/password-reset`;
    expect(await call(late, admin, 'POST', path)).toMatchObject({ code: 4030 });
    const rows = statement('SELECT * FROM password_resets WHERE user_id = ?', person.userId);
    expect(await readRows(worker.services.db, rows)).toEqual([]);
  });

  it('sets the password whole or not at all when the request dies after any operation', async () => {
    for (let index = 0; ; index += 1) {
      const someone = await registerAndLogin(worker);
      const token = await issue(someone);
      const crash = crashAt(index, 'after');
      const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
      const { status } = await use(token, NEW_PASSWORD, dying);
      await dying.settle();
      if (!crash.fired) {
        expect(status).toBe(200);
        expect(index).toBeGreaterThan(4);
        break;
      }
      // Past the freeze of an account whose change was cut off.
      worker.clock.advance(15_000);
      const isSet = (await titlesFor(worker, someone.userId)).length === 1;
      expect(await use(token)).toMatchObject(isSet ? refused : { code: 0 });
      await loginAs(worker, { ...someone, password: NEW_PASSWORD });
      expect(await codeOfMe(worker, someone)).toBe(4010);
      expect(await titlesFor(worker, someone.userId)).toHaveLength(1);
    }
  });
});
