import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { crashAt } from '../../../support/instrument.ts';
import {
  cookieOf,
  loginAs,
  postJson,
  registerAndLogin,
  type Person,
} from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const NEW_PASSWORD = 'quite a new one';

let worker: TestWorker;

beforeEach(() => {
  worker = createTestWorker();
});

const change = async (
  person: Person,
  body: unknown,
  headers: Record<string, string> = {},
  through = worker,
) => {
  const response = await through.fetch('/api/v1/user/password', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...person.headers, ...headers },
    body: JSON.stringify(body),
  });
  return { response, body: await response.json<{ code: number; data?: unknown }>() };
};

const passwords = ({ password }: Person, newPassword = NEW_PASSWORD) => ({
  old_password: password,
  new_password: newPassword,
});

const codeOfMe = async ({ headers }: Pick<Person, 'headers'>, through = worker) =>
  (await (await through.fetch('/api/v1/auth/me', { headers })).json<{ code: number }>()).code;

const codeOfLogin = async ({ username }: Person, password: string) => {
  const response = await postJson(worker, '/api/v1/auth/login', { username, password });
  return (await response.json<{ code: number }>()).code;
};

const securityNotices = async ({ userId }: Person): Promise<number> => {
  const text = "SELECT count(*) AS n FROM notifications WHERE user_id = ? AND type = 'security'";
  return (await worker.env.DB.prepare(text).bind(userId).first<number>('n')) ?? -1;
};

describe('a password change', () => {
  it('ends every session, including this one, clears the cookies and notifies the user', async () => {
    const person = await registerAndLogin(worker);
    const elsewhere = await loginAs(worker, person);
    const { response, body } = await change(person, passwords(person));
    expect(response.status).toBe(200);
    expect(body).toEqual({ code: 0, message: 'ok', data: null });
    expect(response.headers.getSetCookie()).toHaveLength(2);
    expect(cookieOf(response, '__Host-session_token')).toBe('');
    expect(await codeOfMe(person)).toBe(4010);
    expect(await codeOfMe(elsewhere)).toBe(4010);
    expect(await codeOfLogin(person, person.password)).toBe(2001);
    const again = await loginAs(worker, { ...person, password: NEW_PASSWORD });
    expect(await codeOfMe(again)).toBe(0);
    expect(await securityNotices(person)).toBe(1);
    const rows = worker.env.DB.prepare('SELECT count(*) AS n FROM user_sessions WHERE user_id = ?');
    expect(await rows.bind(person.userId).first('n')).toBe(1);
  });

  it('by bearer leaves the cookies of another account alone, which stays signed in', async () => {
    const person = await registerAndLogin(worker);
    const other = await registerAndLogin(worker);
    const headers = {
      Cookie: other.headers['Cookie'] ?? '',
      Authorization: `Bearer ${person.bearer}`,
    };
    const { response, body } = await change(person, passwords(person), headers);
    expect(body.code).toBe(0);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await codeOfMe(person)).not.toBe(0);
    expect(await codeOfMe(other)).toBe(0);
  });

  it('answers 2001 to a wrong old password and changes nothing', async () => {
    const person = await registerAndLogin(worker);
    const { response, body } = await change(person, {
      ...passwords(person),
      old_password: 'not that one',
    });
    expect(response.status).toBe(401);
    expect(body.code).toBe(2001);
    expect(await codeOfMe(person)).toBe(0);
    expect(await securityNotices(person)).toBe(0);
  });

  it('answers 2008 after five wrong old passwords in a row, and login still works', async () => {
    const person = await registerAndLogin(worker);
    for (let guess = 0; guess < 5; guess += 1) {
      const { body } = await change(person, { ...passwords(person), old_password: 'a guess' });
      expect(body.code).toBe(2001);
    }
    const { response, body } = await change(person, passwords(person));
    expect(body.code).toBe(2008);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await codeOfLogin(person, person.password)).toBe(0);
  });

  it('works for a signed-in user while failed logins block the name and the address', async () => {
    const person = await registerAndLogin(worker);
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await codeOfLogin(person, 'a guess')).toBe(2001);
    }
    expect(await codeOfLogin(person, person.password)).toBe(2008);
    expect((await change(person, passwords(person))).body.code).toBe(0);
  });

  it('counts wrong old passwords by address, too', async () => {
    const limited = createTestWorker({ vars: { LOGIN_FAILURES_PER_IP: '2' } });
    for (const code of [2001, 2001, 2008]) {
      const person = await registerAndLogin(limited);
      const guess = { ...passwords(person), old_password: 'a guess' };
      const address = { 'CF-Connecting-IP': '2001:db8:99:1::1' };
      expect((await change(person, guess, address, limited)).body.code).toBe(code);
    }
  });

  it.each([
    ['7 characters', '1234567'],
    ['73 characters', 'x'.repeat(73)],
    ['7 code points of two units each', '😀'.repeat(7)],
  ])('answers 3000 to %s', async (_, newPassword) => {
    const person = await registerAndLogin(worker);
    expect((await change(person, passwords(person, newPassword))).body.code).toBe(3000);
  });

  it('accepts 72 code points of two UTF-16 units each', async () => {
    const person = await registerAndLogin(worker);
    expect((await change(person, passwords(person, '😀'.repeat(72)))).body.code).toBe(0);
  });

  it.each([
    [{}],
    [{ old_password: 'a' }],
    [{ old_password: 1, new_password: NEW_PASSWORD }],
    [null],
  ])('answers 3000 to the body %j', async (body) => {
    const person = await registerAndLogin(worker);
    expect((await change(person, body)).body.code).toBe(3000);
  });

  it('requires a session and its CSRF header', async () => {
    const person = await registerAndLogin(worker);
    const forged = await change(person, passwords(person), { 'X-CSRF-Token': '' });
    expect(forged.body.code).toBe(4035);
    const stranger = await change({ ...person, headers: {} }, passwords(person));
    expect(stranger.body.code).toBe(4010);
  });

  it('succeeds once when two arrive at the same time', async () => {
    const person = await registerAndLogin(worker);
    const answers = await Promise.all(
      ['first new password', 'second new password'].map(async (password) => ({
        password,
        code: (await change(person, passwords(person, password))).body.code,
      })),
    );
    const [winner, ...others] = answers.filter(({ code }) => code === 0);
    expect(others).toEqual([]);
    // The loser met a changed account, an ended session or a wrong old password.
    for (const { code } of answers) expect([0, 1001, 2001, 4010]).toContain(code);
    expect(await codeOfLogin(person, winner?.password ?? '')).toBe(0);
    expect(await securityNotices(person)).toBe(1);
  });
});

describe('a password change whose Worker dies', () => {
  it('after any operation keeps password and sessions or has changed both', async () => {
    let index = 0;
    for (; index < 30; index += 1) {
      const person = await registerAndLogin(worker);
      const crash = crashAt(index, 'after');
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await change(person, passwords(person), {}, dying);
      await dying.settle();
      const stored = await worker.env.DB.prepare('SELECT auth_version AS v FROM users WHERE id = ?')
        .bind(person.userId)
        .first<number>('v');
      // Before any repair: a committed change never admits the old session.
      if (stored === 2) expect(await codeOfMe(person)).not.toBe(0);
      for (let minute = 0; minute < 3; minute += 1) {
        worker.clock.advance(60_000);
        await sweep(worker.services);
      }
      const isChanged = (await codeOfLogin(person, NEW_PASSWORD)) === 0;
      expect(await codeOfMe(person)).toBe(isChanged ? 4010 : 0);
      expect(await securityNotices(person)).toBe(isChanged ? 1 : 0);
      if (!crash.fired) {
        expect(isChanged).toBe(true);
        break;
      }
      worker.clock.advance(900_000);
    }
    expect(index).toBeGreaterThan(8);
    expect(index).toBeLessThan(30);
  }, 120_000);
});
