import { describe, expect, it } from 'vitest';
import { insertAccount } from '../../../../../src/worker/domain/accounts/insert-account.ts';
import { login } from '../../../../../src/worker/domain/accounts/login.ts';
import { hashPassword } from '../../../../../src/worker/domain/accounts/password.ts';
import type { DeriveKey } from '../../../../../src/worker/domain/services.ts';
import { countInto, type Tally } from '../../../../support/instrument.ts';
import { postJson, registerAndLogin } from '../../../../support/people.ts';
import { createTestWorker } from '../../../../support/worker.ts';

const LOGIN = '/api/v1/auth/login';

let addresses = 0;
const freshAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'CF-Connecting-IP': `192.0.2.${String(addresses)}` };
};

describe('a password guess', () => {
  it('learns nothing of a name’s existence from text, code, delay or work', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    const { username } = await registerAndLogin(worker);
    const guess = async (name: string) => {
      const seen = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        Object.keys(tally.calls).forEach((call) => delete tally.calls[call]);
        const body = { username: name, password: 'a wrong one' };
        const response = await postJson(worker, LOGIN, body, freshAddress());
        const { status, headers } = response;
        const { code, message } = await response.json<{ code: number; message: string }>();
        const [names, wait] = [[...headers.keys()].toSorted(), headers.get('Retry-After')];
        // Request counts are flushed at arbitrary moments.
        const { 'COUNTERS.add': _, ...calls } = tally.calls;
        seen.push({ status, code, message, names, wait, calls });
      }
      return seen;
    };
    const known = await guess(username);
    expect(known.map(({ code }) => code)).toEqual([2001, 2001, 2001, 2001, 2001, 2008, 2008]);
    expect(known[0]?.calls).toMatchObject({ 'PASSWORD_HASHER.derive': 1 });
    expect(await guess('nobody-of-that-name')).toEqual(known);
  });

  it('learns nothing of an email address’s existence either', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    const { username } = await registerAndLogin(worker);
    const guess = async (address: string) => {
      const seen = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        Object.keys(tally.calls).forEach((call) => delete tally.calls[call]);
        const body = { username: address, password: 'a wrong one' };
        const response = await postJson(worker, LOGIN, body, freshAddress());
        const { code, message } = await response.json<{ code: number; message: string }>();
        const { 'COUNTERS.add': _, ...calls } = tally.calls;
        seen.push({ code, message, wait: response.headers.get('Retry-After'), calls });
      }
      return seen;
    };
    const known = await guess(`${username}@example.org`);
    expect(known.map(({ code }) => code)).toEqual([2001, 2001, 2001, 2001, 2001, 2008, 2008]);
    expect(known[0]?.calls).toMatchObject({ 'PASSWORD_HASHER.derive': 1 });
    expect(await guess('nobody@example.org')).toEqual(known);
  });

  it('has a limit by name and one by email address, in any case, so that neither tells the other', async () => {
    const worker = createTestWorker({ vars: { LOGIN_FAILURES_PER_USERNAME: '2' } });
    const { username, password } = await registerAndLogin(worker);
    const attempt = async (entry: string, guess: string) => {
      const body = { username: entry, password: guess };
      const response = await postJson(worker, LOGIN, body, freshAddress());
      return (await response.json<{ code: number }>()).code;
    };
    const guessAll = async (entry: string) => {
      const codes = [];
      for (const typed of [entry, entry.toUpperCase(), entry]) {
        codes.push(await attempt(typed, 'a wrong one'));
      }
      return codes;
    };
    const address = `${username}@example.org`;
    expect(await guessAll(username)).toEqual([2001, 2001, 2008]);
    expect(await attempt(username, password)).toBe(2008);
    // The owner still comes in by the address, which uses up nothing.
    expect(await attempt(address.toUpperCase(), password)).toBe(0);
    for (const entry of [address, `not-${address}`]) {
      expect(await guessAll(entry)).toEqual([2001, 2001, 2008]);
    }
    expect(await attempt(address, password)).toBe(2008);
    worker.clock.advance(worker.services.config.LOGIN_WINDOW_MS);
    expect(await attempt(username, password)).toBe(0);
  });

  it('by email address from a blocked network address reads no account', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const vars = { LOGIN_FAILURES_PER_IP: '1' };
    const worker = createTestWorker({ vars, intercept: countInto(tally) });
    const from = freshAddress();
    const attempt = () =>
      postJson(worker, LOGIN, { username: 'who@example.org', password: 'wrong' }, from);
    expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 429]);
    Object.keys(tally.calls).forEach((call) => delete tally.calls[call]);
    expect((await attempt()).status).toBe(429);
    expect(Object.keys(tally.calls).filter((name) => name.startsWith('DB.'))).toEqual([]);
  });

  it('derives one key of the same cost and length, whether the name exists or not', async () => {
    const worker = createTestWorker();
    const requests: Parameters<DeriveKey>[0][] = [];
    const deriveKey: DeriveKey = async (request) => {
      requests.push(request);
      return new Uint8Array(request.length);
    };
    const account = { username: 'derived', email: 'derived@example.org' };
    const passwordHash = await hashPassword(
      async ({ length }) => new Uint8Array(length).fill(1),
      '',
    );
    await insertAccount(worker.services, { ...account, passwordHash });
    for (const username of ['derived', 'underived']) {
      const context = {
        action: 'login',
        address: '192.0.2.250',
        hostname: 'tintype.test',
        userAgent: null,
      } as const;
      const attempt = { ...context, username, password: 'wrong' };
      await expect(login({ ...worker.services, deriveKey }, attempt)).rejects.toMatchObject({
        reason: 'wrong_credentials',
      });
    }
    const [known, unknown, ...others] = requests.map(({ password, salt, cost, length }) => ({
      password,
      cost,
      length,
      saltLength: salt.length,
    }));
    expect(others).toEqual([]);
    expect(known).toMatchObject({ cost: { ln: 14, r: 8, p: 5 }, length: 32, saltLength: 16 });
    expect(unknown).toEqual(known);
  });

  it('locks no user out of an open session', async () => {
    const worker = createTestWorker({ vars: { LOGIN_FAILURES_PER_USERNAME: '1' } });
    const person = await registerAndLogin(worker);
    for (const status of [401, 429]) {
      const body = { username: person.username, password: 'a wrong one' };
      expect((await postJson(worker, LOGIN, body, freshAddress())).status).toBe(status);
    }
    const { headers } = person;
    expect((await worker.fetch('/api/v1/auth/me', { headers })).status).toBe(200);
    const refresh = { method: 'POST', headers: { ...headers, Origin: 'https://tintype.test' } };
    expect((await worker.fetch('/api/v1/auth/csrf/refresh', refresh)).status).toBe(200);
    const write = { method: 'DELETE', headers };
    expect((await worker.fetch('/api/v1/notifications/clear', write)).status).toBe(200);
  });
});
