import { describe, expect, inject, it } from 'vitest';
import { captchaVars, solve } from '../../../../support/captcha.ts';
import { crashAt } from '../../../../support/instrument.ts';
import { loginAs, postJson } from '../../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';
import { readRows, statement } from '../../../../support/sql.ts';

const REGISTER = '/api/v1/auth/register';
const PASSWORD = 'correct horse';

let addresses = 0;
const freshAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'CF-Connecting-IP': `198.51.100.${String(addresses)}` };
};

const register = (
  worker: TestWorker,
  body: unknown,
  headers: Record<string, string> = freshAddress(),
): Promise<Response> => postJson(worker, REGISTER, body, headers);

const expectTotalsRight = async ({ services }: TestWorker): Promise<void> => {
  const [row] = await readRows(
    services.db,
    statement(
      `SELECT users = (SELECT COUNT(*) FROM users) AS users,
              active_users = (SELECT COUNT(*) FROM users WHERE status = 'active') AS active
       FROM site_totals`,
    ),
  );
  expect(row).toEqual({ users: 1, active: 1 });
};

describe('registration', () => {
  it('creates and counts an account with a lower-case name, without signing in', async () => {
    const worker = createTestWorker();
    const body = { username: 'Grace.H', email: 'Grace@Example.ORG', password: PASSWORD };
    const response = await register(worker, body);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toEqual({
      code: 0,
      message: 'ok',
      data: { id: expect.any(Number), username: 'grace.h', email: 'grace@example.org' },
    });
    await expectTotalsRight(worker);
  });

  it.each([
    ['username', { username: 'taken', email: 'other@example.org' }],
    ['email', { username: 'other', email: 'taken@example.org' }],
    ['username', { username: 'TAKEN', email: 'TAKEN@example.org' }],
  ])('refuses a %s that is taken, whatever its case', async (field, body) => {
    const worker = createTestWorker();
    const first = { username: 'taken', email: 'taken@example.org', password: PASSWORD };
    await register(worker, first);
    const response = await register(worker, { ...body, password: PASSWORD });
    expect(response.status).toBe(400);
    const answer = await response.json<{ code: number; message: string }>();
    expect(answer.code).toBe(3000);
    expect(answer.message).toMatch(new RegExp(`^${field}:`, 'u'));
    await expectTotalsRight(worker);
  });

  it.each([
    ['username', { username: 'ab' }],
    ['username', { username: 'a'.repeat(51) }],
    ['username', { username: 'name with spaces' }],
    ['username', { username: 'jürgen' }],
    ['username', { username: 7 }],
    ['email', { email: 'nowhere' }],
    ['email', { email: `${'a'.repeat(90)}@example.org` }],
    ['password', { password: '1234567' }],
    ['password', { password: 'p'.repeat(73) }],
    ['password', { password: '𝄞'.repeat(7) }],
    ['captcha.provider', { captcha: { provider: 'provider_x' } }],
    ['captcha.provider', { captcha: { token: 'solved' } }],
    ['captcha.token', { captcha: { provider: 'provider_b' } }],
    ['captcha.token', { captcha: { provider: 'provider_b', token: ' solved' } }],
    ['captcha.action', { captcha: { provider: 'provider_a', token: 'solved' } }],
    [
      'captcha.gen_time',
      {
        captcha: { provider: 'provider_c', lot_number: '1', captcha_output: '2', pass_token: '3' },
      },
    ],
  ])('refuses a bad %s and names it', async (field, change) => {
    const body = { username: 'valid', email: 'valid@example.org', password: PASSWORD, ...change };
    const response = await register(createTestWorker(), body);
    expect(response.status).toBe(400);
    const answer = await response.json<{ code: number; message: string }>();
    expect(answer).toMatchObject({ code: 3000 });
    expect(answer.message).toMatch(new RegExp(`^${field.replace('.', '\\.')}:`, 'u'));
  });

  it('measures a password in code points', async () => {
    const worker = createTestWorker();
    const body = { username: 'points', email: 'points@example.org', password: '𝄞'.repeat(72) };
    expect((await register(worker, body)).status).toBe(201);
    await loginAs(worker, body);
  });

  it.each([
    [3000, 400, '{', 'application/json'],
    [3000, 400, '[]', 'application/json'],
    [3003, 415, '{}', 'text/plain'],
    [3003, 415, '', 'image/webp'],
  ])('answers %i to an invalid body', async (code, status, body, type) => {
    const headers = { 'Content-Type': type };
    const response = await createTestWorker().fetch(REGISTER, { method: 'POST', body, headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('is for web clients: another platform gets 4034 before any other check', async () => {
    const worker = createTestWorker();
    const android = await register(worker, {}, { 'X-Platform': 'android' });
    expect(android.status).toBe(403);
    expect(await android.json()).toMatchObject({ code: 4034 });
    const web = await register(worker, {}, { 'X-Platform': 'web' });
    expect(await web.json()).toMatchObject({ code: 3000 });
  });

  it('refuses an answer to an inactive captcha', async () => {
    const body = {
      username: 'captcha',
      email: 'captcha@example.org',
      password: PASSWORD,
      captcha: { provider: 'provider_b', token: 'solved' },
    };
    const response = await register(createTestWorker(), body);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 2009 });
  });

  it('accepts a captcha answer for it once; other answers use up no attempt of the name', async () => {
    const vars = captchaVars(inject('captchaServerUrl'), 'provider_a');
    const worker = createTestWorker({ vars: { ...vars, REGISTRATIONS_PER_USERNAME: '1' } });
    const solved = { hostname: 'tintype.test', address: '198.51.100.251' };
    const headers = { 'CF-Connecting-IP': solved.address };
    const codes = [];
    const solveFor = (action: string) => ({
      ...solve('provider_a', { ...solved, action }),
      action,
    });
    const captcha = solveFor('register');
    for (const given of [{}, { captcha: solveFor('login') }, { captcha }, { captcha }]) {
      const body = { username: 'solver', email: 'solver@example.org', password: PASSWORD };
      const response = await register(worker, { ...body, ...given }, headers);
      codes.push((await response.json<{ code: number }>()).code);
    }
    expect(codes).toEqual([2009, 2009, 0, 2009]);
  });

  it('is limited by address and hour, and by /64 for IPv6', async () => {
    const worker = createTestWorker({ vars: { REGISTRATIONS_PER_IP: '2' } });
    const attempt = (host: string) =>
      register(
        worker,
        { username: 'taken', email: 'taken@example.org', password: PASSWORD },
        { 'CF-Connecting-IP': `2001:db8:0:7::${host}` },
      );
    await attempt('1');
    await attempt('2');
    const refused = await attempt('3');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBe(3600);
    expect(await refused.json()).toMatchObject({ code: 2008 });
    worker.clock.advance(3_600_000);
    expect((await attempt('4')).status).not.toBe(429);
  });

  it('is limited by name, across all addresses', async () => {
    const worker = createTestWorker({ vars: { REGISTRATIONS_PER_USERNAME: '2' } });
    const attempt = (username: string, host: number) =>
      register(
        worker,
        { username, email: 'wanted@example.org', password: PASSWORD },
        { 'CF-Connecting-IP': `192.0.2.${String(host)}` },
      );
    await attempt('wanted', 1);
    await attempt('Wanted', 2);
    const refused = await attempt('wanted', 3);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBe(3600);
    expect(await refused.json()).toMatchObject({ code: 2008 });
    expect((await attempt('another', 4)).status).not.toBe(429);
  });

  it('gives a name to one of two concurrent requests', async () => {
    const worker = createTestWorker();
    const attempts = ['one', 'two'].map((mail) =>
      register(worker, { username: 'both', email: `${mail}@example.org`, password: PASSWORD }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([201, 400]);
    await expectTotalsRight(worker);
  });

  it.each(['before', 'after'] as const)(
    'that dies %s any operation has created the whole account or nothing',
    async (moment) => {
      const worker = createTestWorker();
      for (let index = 0; ; index += 1) {
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ intercept: crash.intercept, clock: worker.clock });
        const username = `crash-${moment}-${String(index)}`;
        const body = { username, email: `${username}@example.org`, password: PASSWORD };
        const response = await register(dying, body);
        if (!crash.fired) {
          expect(response.status).toBe(201);
          expect(index).toBeGreaterThan(2);
          break;
        }
        expect(response.status).toBeGreaterThanOrEqual(500);
        const retry = await register(worker, body);
        if (retry.status !== 201) expect(await retry.text()).toContain('already taken');
        await loginAs(worker, body);
        await expectTotalsRight(worker);
      }
    },
  );
});
