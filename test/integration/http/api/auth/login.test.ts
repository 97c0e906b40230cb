import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { GeetestAnswer } from '../../../../../src/worker/domain/captcha/captcha.ts';
import { deliverOutbox } from '../../../../../src/worker/jobs/deliver-outbox.ts';
import { captchaVars, solve } from '../../../../support/captcha.ts';
import { callsAt, countInto, crashAt, type Tally } from '../../../../support/instrument.ts';
import { cookieOf, loginAs, postJson, registerAndLogin } from '../../../../support/people.ts';
import { forgetSettings, storeSettings } from '../../../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../../support/sql.ts';

const LOGIN = '/api/v1/auth/login';
const MINUTE_MS = 60_000;

let addresses = 0;
const freshAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'CF-Connecting-IP': `198.51.100.${String(addresses)}` };
};

const attempt = (
  worker: TestWorker,
  username: string,
  password: string,
  headers = freshAddress(),
): Promise<Response> => postJson(worker, LOGIN, { username, password }, headers);

const codeOf = async (response: Response): Promise<number> =>
  (await response.json<{ code: number }>()).code;

const sessionRows = ({ services }: TestWorker, userId: number): Promise<{ id: string }[]> =>
  readRows(
    services.db,
    statement('SELECT session_id AS id FROM user_sessions WHERE user_id = ?', userId),
  );

const setStatus = ({ services }: TestWorker, userId: number, status: string) =>
  runBatch(services.db, [statement('UPDATE users SET status = ? WHERE id = ?', status, userId)]);

describe('login', () => {
  it('returns the summary and sets both specified cookies', async () => {
    const worker = createTestWorker();
    const { username, password, userId } = await registerAndLogin(worker);
    const response = await attempt(worker, username.toUpperCase(), password);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({
      code: 0,
      message: 'ok',
      data: { user: { id: userId, username, role: 'user' } },
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    const common = 'Max-Age=2592000; Path=/;( HttpOnly;)? Secure; SameSite=Strict';
    expect(cookies[0]).toMatch(new RegExp(`^__Host-session_token=[\\w.-]+; ${common}$`, 'u'));
    expect(cookies[0]).toContain('HttpOnly');
    expect(cookies[1]).toMatch(new RegExp(`^__Host-csrf_token=[\\w.-]+; ${common}$`, 'u'));
    expect(cookies[1]).not.toContain('HttpOnly');
  });

  it('answers a wrong password and an unknown name alike', async () => {
    const worker = createTestWorker();
    const { username } = await registerAndLogin(worker);
    const answers = [];
    for (const name of [username, 'nobody-of-that-name']) {
      const response = await attempt(worker, name, 'wrong password');
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
      const { code, message } = await response.json<{ code: number; message: string }>();
      answers.push({ code, message });
    }
    expect(answers[0]?.code).toBe(2001);
    expect(answers[1]).toEqual(answers[0]);
  });

  it.each([
    ['suspended', 'right', 403, 4030],
    ['suspended', 'wrong', 401, 2001],
    ['deleting', 'right', 403, 4030],
    ['pending_deletion', 'right', 200, 0],
  ])('of a user who is %s with the %s password is %i', async (state, which, status, code) => {
    const worker = createTestWorker();
    const { userId, username, password } = await registerAndLogin(worker);
    await setStatus(worker, userId, state);
    const response = await attempt(worker, username, which === 'right' ? password : 'wrong one');
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
  });

  it('refuses an answer to an inactive captcha without counting it', async () => {
    const worker = createTestWorker({ vars: { LOGIN_FAILURES_PER_USERNAME: '1' } });
    const { username, password } = await registerAndLogin(worker);
    const captcha = { provider: 'provider_a', token: 't', action: 'login' };
    for (let index = 0; index < 2; index += 1) {
      const response = await postJson(worker, LOGIN, { username, password, captcha });
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe(2009);
    }
    const none = { provider: 'none' };
    const response = await postJson(worker, LOGIN, { username, password, captcha: none });
    expect(response.status).toBe(200);
  });
});

describe('a login with a captcha', () => {
  const SOLVED = { hostname: 'tintype.test', action: 'login', address: '198.51.100.250' };
  const HEADERS = { 'CF-Connecting-IP': SOLVED.address };
  const vars = captchaVars(inject('captchaServerUrl'), 'provider_a');

  afterEach(() => forgetSettings(createTestWorker()));

  it('hashes no password before the captcha passes, without another round trip', async () => {
    const person = await registerAndLogin(createTestWorker());
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ vars, intercept: countInto(tally) });
    await worker.fetch('/ready');
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    const { username, password } = person;
    const wrong = { captcha: solve('provider_a', { ...SOLVED, hostname: 'evil.test' }) };
    for (const given of [{}, wrong]) {
      const refused = await postJson(worker, LOGIN, { username, password, ...given }, HEADERS);
      expect(refused.status).toBe(403);
      expect(await codeOf(refused)).toBe(2009);
      expect(callsAt(tally, 'PASSWORD_HASHER')).toBe(0);
    }
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    const captcha = solve('provider_a', SOLVED);
    const passed = await postJson(worker, LOGIN, { username, password, captcha }, HEADERS);
    expect(passed.status).toBe(200);
    await worker.settle();
    expect(callsAt(tally, 'DB')).toBe(3);
    expect(tally.calls).toMatchObject({ 'RATE_LIMITER.take': 4, 'RATE_LIMITER.refund': 2 });
    const again = await postJson(worker, LOGIN, { username, password, captcha }, HEADERS);
    expect(await codeOf(again)).toBe(2009);
  });

  it('applies its rate limits first', async () => {
    const worker = createTestWorker({ vars: { ...vars, LOGIN_ATTEMPTS_PER_IP: '1' } });
    const headers = freshAddress();
    expect(await codeOf(await attempt(worker, 'nobody', 'wrong', headers))).toBe(2009);
    expect(await codeOf(await attempt(worker, 'nobody', 'wrong', headers))).toBe(2008);
  });

  it('is 1004 with Retry-After, uncounted, while the vendor is unreachable', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const worker = createTestWorker({ vars: { ...vars, LOGIN_FAILURES_PER_USERNAME: '1' } });
    const { username, password } = await registerAndLogin(createTestWorker());
    const captcha = solve('provider_a', { ...SOLVED, failures: 2 });
    for (const status of [503, 503, 200]) {
      const response = await postJson(worker, LOGIN, { username, password, captcha }, HEADERS);
      expect(response.status).toBe(status);
      if (status === 200) continue;
      expect(response.headers.get('Retry-After')).toMatch(/^\d+$/u);
      expect(await codeOf(response)).toBe(1004);
    }
    expect(errors.mock.calls.flat().join()).toContain('status 500');
  });

  it('follows the configuration key from the next request on', async () => {
    const worker = createTestWorker({ vars: { ...vars, CAPTCHA_PROVIDER: 'none' } });
    const { username, password } = await registerAndLogin(worker);
    await storeSettings(worker, { captcha_provider: 'provider_c' });
    const { lotNumber: lot_number, ...lot } = solve('provider_c', {}) as GeetestAnswer;
    const { captchaOutput: captcha_output, passToken: pass_token, genTime: gen_time } = lot;
    const captcha = { provider: 'provider_c', lot_number, captcha_output, pass_token, gen_time };
    expect(await codeOf(await attempt(worker, username, password))).toBe(2009);
    expect((await postJson(worker, LOGIN, { username, password, captcha })).status).toBe(200);
    await storeSettings(worker, { captcha_provider: 'none' });
    expect((await attempt(worker, username, password)).status).toBe(200);
  });
});

describe('the limits of login', () => {
  it('block a name after its failures, from any address, for 15 minutes', async () => {
    const worker = createTestWorker();
    const { username, password } = await registerAndLogin(worker);
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await attempt(worker, username, 'wrong')).status).toBe(401);
      worker.clock.advance(MINUTE_MS);
    }
    const refused = await attempt(worker, username, password);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('600');
    expect(await codeOf(refused)).toBe(2008);
    worker.clock.advance(10 * MINUTE_MS);
    expect((await attempt(worker, username, password)).status).toBe(200);
  });

  it('count failures only: any number of successes is allowed', async () => {
    const worker = createTestWorker({ vars: { LOGIN_FAILURES_PER_USERNAME: '1' } });
    const { username, password } = await registerAndLogin(worker);
    for (let success = 0; success < 3; success += 1) {
      expect((await attempt(worker, username, password)).status).toBe(200);
    }
    expect((await attempt(worker, username, 'wrong')).status).toBe(401);
    expect((await attempt(worker, username, password)).status).toBe(429);
  });

  it('block an address after its failures, for every name, without locking those names', async () => {
    const worker = createTestWorker({ vars: { LOGIN_FAILURES_PER_IP: '2' } });
    const { username, password } = await registerAndLogin(worker);
    const from = (host: string) => ({ 'CF-Connecting-IP': `2001:db8:9:9::${host}` });
    expect((await attempt(worker, 'some-name', 'wrong', from('1'))).status).toBe(401);
    expect((await attempt(worker, 'another-name', 'wrong', from('2'))).status).toBe(401);
    for (let index = 0; index < 6; index += 1) {
      const refused = await attempt(worker, username, password, from('3'));
      expect(refused.status).toBe(429);
      expect(await codeOf(refused)).toBe(2008);
    }
    expect((await attempt(worker, username, password)).status).toBe(200);
  });

  it('allow no more guesses when they are concurrent', async () => {
    const worker = createTestWorker();
    const { username } = await registerAndLogin(worker);
    const guesses = Array.from({ length: 8 }, () => attempt(worker, username, 'wrong'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('the login budget of an address', () => {
  const from = (host: string) => ({ 'CF-Connecting-IP': `2001:db8:77:${host}::1` });

  it('is 60 attempts in 15 minutes, and success returns none of them', async () => {
    const worker = createTestWorker();
    const { username, password } = await registerAndLogin(worker);
    for (let login = 0; login < 60; login += 1) {
      expect((await attempt(worker, username, password, from('a'))).status).toBe(200);
      worker.clock.advance(1000);
    }
    const refused = await attempt(worker, username, password, from('a'));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('840');
    expect(await codeOf(refused)).toBe(2008);
    expect((await attempt(worker, username, password, from('b'))).status).toBe(200);
    worker.clock.advance(840_000);
    expect((await attempt(worker, username, password, from('a'))).status).toBe(200);
  });

  it.each([
    ['attempts', { LOGIN_ATTEMPTS_PER_IP: '1' }, 2],
    ['failures', { LOGIN_FAILURES_PER_IP: '1' }, 1],
  ])('locks no name out once its %s are used up', async (_, vars, takes) => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ vars, intercept: countInto(tally) });
    const { username, password } = await registerAndLogin(worker);
    const address = from(`c${String(takes)}`);
    expect((await attempt(worker, 'some-name', 'wrong', address)).status).toBe(401);
    for (let guess = 0; guess < 6; guess += 1) {
      // The isolate repeats a refusal for a second.
      worker.clock.advance(1000);
      Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
      expect((await attempt(worker, username, 'wrong', address)).status).toBe(429);
      expect(tally.calls).toMatchObject({ 'RATE_LIMITER.take': takes });
      expect(callsAt(tally, 'PASSWORD_HASHER')).toBe(0);
    }
    expect((await attempt(worker, username, password)).status).toBe(200);
  });

  it('is not spent by attempts that its failures block', async () => {
    const vars = { LOGIN_FAILURES_PER_IP: '1', LOGIN_ATTEMPTS_PER_IP: '2' };
    const worker = createTestWorker({ vars });
    const { username, password } = await registerAndLogin(worker);
    expect((await attempt(worker, username, 'wrong', from('d'))).status).toBe(401);
    worker.clock.advance(14 * MINUTE_MS);
    for (let index = 0; index < 4; index += 1) {
      expect((await attempt(worker, username, password, from('d'))).status).toBe(429);
    }
    worker.clock.advance(MINUTE_MS);
    expect((await attempt(worker, username, password, from('d'))).status).toBe(200);
  });

  it('counts no failure for a name that is locked', async () => {
    const vars = { LOGIN_FAILURES_PER_USERNAME: '1', LOGIN_FAILURES_PER_IP: '2' };
    const worker = createTestWorker({ vars });
    const { username } = await registerAndLogin(worker);
    const other = await registerAndLogin(worker);
    expect((await attempt(worker, username, 'wrong', from('e'))).status).toBe(401);
    for (let index = 0; index < 4; index += 1) {
      expect((await attempt(worker, username, 'wrong', from('e'))).status).toBe(429);
    }
    expect((await attempt(worker, other.username, other.password, from('e'))).status).toBe(200);
  });
});

describe('two concurrent logins', () => {
  it('open a session each, with a row each', async () => {
    const worker = createTestWorker();
    const person = await registerAndLogin(worker);
    const [one, two] = await Promise.all([loginAs(worker, person), loginAs(worker, person)]);
    expect(one.bearer).not.toBe(two.bearer);
    for (const { bearer } of [person, one, two]) {
      const headers = { Authorization: `Bearer ${bearer}` };
      expect((await worker.fetch('/api/v1/auth/me', { headers })).status).toBe(200);
    }
    expect(await sessionRows(worker, person.userId)).toHaveLength(3);
  });
});

describe('the cost of login', () => {
  it('is three D1 round trips, one of them after the response, and seven object calls', async () => {
    const person = await registerAndLogin(createTestWorker());
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await worker.fetch('/ready');
    Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
    await loginAs(worker, person);
    expect(callsAt(tally, 'DB')).toBe(3);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
    expect(tally.calls).toMatchObject({ 'RATE_LIMITER.take': 3, 'RATE_LIMITER.refund': 2 });
    expect(callsAt(tally, 'PASSWORD_HASHER')).toBe(1);
    expect(callsAt(tally, 'CACHE')).toBe(0);
  });
});

describe('a derived key', () => {
  it('is returned immediately, without waiting for later ones', async () => {
    const hasher = createTestWorker().env.PASSWORD_HASHER.getByName('flooded');
    const [password, salt] = [new Uint8Array(16), new Uint8Array(16)];
    const request = { password, salt, cost: { ln: 13, r: 8, p: 1 }, length: 32 };
    let arrived = 0;
    const work = Array.from({ length: 8 }, async () => {
      await hasher.derive(request);
      arrived += 1;
    });
    await Promise.race(work);
    await scheduler.wait(0);
    expect(arrived).toBeLessThan(8);
    await Promise.all(work);
  });
});

describe('a login whose Worker dies', () => {
  it.each(['before', 'after'] as const)(
    '%s any operation leaves no half session after the outbox; a retry works',
    async (moment) => {
      const worker = createTestWorker();
      const person = await registerAndLogin(worker);
      for (let index = 2; ; index += 1) {
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
        const response = await attempt(dying, person.username, person.password);
        await dying.settle();
        if (!crash.fired) break;
        expect(index).toBeLessThan(20);
        const answered = cookieOf(response, '__Host-session_token');
        worker.clock.advance(2 * MINUTE_MS);
        await deliverOutbox(worker.services, 'account');
        // Answered sessions are open, others have ended, and D1 counts the same.
        const rows = (await sessionRows(worker, person.userId)).map(({ id }) => id);
        const live = await worker.services.sessions.reconcile(
          person.userId,
          { username: person.username, role: 'user', status: 'active', authVersion: 1 },
          rows,
          0,
        );
        expect(rows.sort()).toEqual([...live.sessionIds].sort());
        if (answered !== '') {
          const headers = { Authorization: `Bearer ${answered}` };
          expect((await worker.fetch('/api/v1/auth/me', { headers })).status).toBe(200);
        }
        worker.clock.advance(20 * MINUTE_MS);
        await loginAs(worker, person);
      }
    },
    60_000,
  );
});
