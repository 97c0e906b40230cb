import { runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, it, vi } from 'vitest';
import { issueApiKey } from '../../../src/worker/lib/api-key.ts';
import { createLog } from '../../../src/worker/lib/log.ts';
import { makeKey, rotateKey, withKey } from '../../support/api-keys.ts';
import { InjectedFault } from '../../support/instrument.ts';
import { registerAndLogin } from '../../support/people.ts';
import { readRows, statement } from '../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const watchConsole = (): (() => string) => {
  const written = (['log', 'error', 'warn', 'info', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockReturnValue(),
  );
  return () => written.flatMap((spy) => spy.mock.calls.flat()).join('\n');
};

/** The part that nobody could guess. */
const secretOf = (key: string): string => key.split('_')[2]?.slice(4, 28) ?? '';

/** The database fails, and one method of the objects. */
const failing = (method: string): TestWorker =>
  createTestWorker({
    intercept: async (at, proceed) => {
      if (at.binding === 'DB' || at.method === method) throw new InjectedFault('out of reach');
      return proceed();
    },
  });

it('no answer, and no line of the log, repeats a key that a request presents', async () => {
  const read = watchConsole();
  const worker = createTestWorker();
  const person = await registerAndLogin(worker);
  const live = await makeKey(worker, person, { scopes: ['upload', 'read', 'manage'] });
  const keys = [live.key, issueApiKey(person.userId).value, `${live.key.slice(0, -1)}!`];
  const answers: string[] = [];
  for (const at of [worker, failing('authenticateApiKey'), failing('fetch')]) {
    for (const key of keys) {
      for (const headers of [withKey(key), { Authorization: key }, { 'X-API-Key': key }]) {
        for (const path of [
          '/api/v1/user/profile',
          `/api/v1/images/?search=${key}&limit=x`,
          `/api/v1/images/${key}`,
          `/api/v1/uploads/${key}`,
          `/api/v1/user/keys?key=${key}`,
          `/i/${key}`,
          `/i/abcdefghijkl.webp?token=${key}`,
          '/api/v1/nothing',
        ]) {
          const response = await at.fetch(path, { headers });
          answers.push(JSON.stringify([...response.headers]), await response.text());
        }
      }
    }
    await at.settle();
  }
  const text = `${read()}\n${answers.join('\n')}`;
  expect(text).toContain('request_failed');
  expect(text).not.toContain(secretOf(live.key));
  for (const key of keys) expect(text).not.toContain(secretOf(key));
});

it('a client error report is logged without the keys in it', async () => {
  const read = watchConsole();
  const worker = createTestWorker();
  const { value } = issueApiKey(7);
  const report = {
    kind: 'error',
    message: `refused ${value}`,
    stack: `at fetch (https://tintype.test/api/v1/picgo/upload?key=${value}:1:2)\n${value}`,
    component_stack: value,
    source: `https://tintype.test/${value}`,
    path: `/account/${value}`,
  };
  const response = await worker.fetch('/api/v1/public/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
  });
  expect(response.status).toBe(200);
  await worker.settle();
  expect(read()).toContain('client_error');
  expect(read()).toContain('refused ***');
  expect(read()).not.toContain(secretOf(value));
});

it('the log masks a key that a failure repeats', () => {
  const read = watchConsole();
  const { value } = issueApiKey(7);
  createLog().error('request_failed', { reason: `bad value "${value}"` });
  createLog().info('something', { path: `/${value}` });
  expect(read()).toContain('bad value \\"***\\"');
  expect(read()).not.toContain(secretOf(value));
});

it('no row and no object stores a key', async () => {
  const worker = createTestWorker();
  const person = await registerAndLogin(worker);
  const first = await makeKey(worker, person, { scopes: ['read'] });
  const { data: second } = await rotateKey(worker, person, first);
  await worker.fetch('/api/v1/user/profile', { headers: withKey(second.key) });
  await worker.settle();
  const stub = worker.env.USER_SESSIONS.getByName(`user:${String(person.userId)}`);
  const stored = await runInDurableObject(stub, (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .toArray()
      .filter(({ name }) => !name.startsWith('_cf_'))
      .map(({ name }) => storage.sql.exec(`SELECT * FROM ${name}`).toArray()),
  );
  const tables = await readRows<{ name: string }>(
    worker.services.db,
    statement(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'`),
  );
  const rows = await Promise.all(
    tables.map(({ name }) => readRows(worker.services.db, statement(`SELECT * FROM ${name}`))),
  );
  const text = JSON.stringify([stored, rows]);
  expect(text).toContain(second.start);
  expect(text).toContain(person.username);
  for (const { key } of [first, second]) expect(text).not.toContain(secretOf(key));
});
