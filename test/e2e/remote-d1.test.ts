import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findAccount } from '../../scripts/support/find-account.ts';
import { RemoteD1 } from '../../scripts/support/remote-d1.ts';
import { listenLocally } from '../support/local-server.ts';
import { startCloudflareApi, type CloudflareApi } from './support/cloudflare/cloudflare-api.ts';

const QUERY = 'POST /d1/database/:/query';
const INSERT = 'INSERT INTO notes (body) VALUES (?)';

let api: CloudflareApi;
let rows: DatabaseSync;
let db: RemoteD1;

beforeAll(async () => {
  api = await startCloudflareApi();
  rows = new DatabaseSync(':memory:');
  api.account.databases.push({ uuid: randomUUID(), name: 'tintype', rows });
});

beforeEach(async () => {
  for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
  rows.exec('DROP TABLE IF EXISTS notes; CREATE TABLE notes (body TEXT UNIQUE)');
  api.calls.length = 0;
  db = new RemoteD1(await findAccount());
  return () => void vi.unstubAllEnvs();
});

afterAll(() => api[Symbol.asyncDispose]());

describe('a deployment’s database', () => {
  const insert = (body: string) => db.prepare(INSERT).bind(body);
  const readBodies = () =>
    rows
      .prepare('SELECT body FROM notes ORDER BY body')
      .all()
      .map(({ body }) => body);

  it('runs a statement with its values, and answers its rows, however many', async () => {
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)';
    const { results } = await db
      .prepare(`${many} SELECT i, 'it''s; ' || ? AS text FROM n`)
      .bind(20_000, "o'clock")
      .all<{ i: number; text: string }>();
    expect(results.length).toBe(20_000);
    expect(results.at(-1)).toEqual({ i: 20_000, text: "it's; o'clock" });
  });

  it('runs a batch in one call, as a transaction, and answers one result a statement', async () => {
    const read = db.prepare('SELECT count(*) AS n FROM notes').bind();
    const results = await db.batch([insert('a;b'), insert('c'), read]);
    expect(results.map(({ meta }) => meta.changes)).toEqual([1, 1, 0]);
    expect(results[2]?.results).toEqual([{ n: 2 }]);
    expect(api.calls).toEqual(['GET /d1/database/:', QUERY]);
    await expect(db.batch([insert('d'), insert('c')])).rejects.toThrow(/UNIQUE constraint failed/u);
    expect(readBodies()).toEqual(['a;b', 'c']);
  });

  it('reports the platform’s refusals with their codes', async () => {
    api.fail({ route: QUERY, when: 'before' });
    await expect(insert('a').all()).rejects.toThrow(
      /^Cloudflare refuses POST \/d1\/database\/\S+\/query: an internal error of the platform \[code: 10013\]$/u,
    );
    api.heal();
    expect(readBodies()).toEqual([]);
  });

  it('reports an answer of somebody else, and one that does not come', async () => {
    let count = 0;
    const answers = ['<html>', 'null', '{"error":"busy"}'];
    const server = createServer((_, response) =>
      response.writeHead(502, { connection: 'close' }).end(answers[count++]),
    );
    const { url, close } = await listenLocally(server);
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', url);
    db = new RemoteD1(await findAccount());
    const fault = "Cloudflare's API does not answer GET /d1/database/tintype: ";
    for (const _ of answers) {
      await expect(insert('a').all()).rejects.toThrow(
        `${fault}status 502, and no answer of the API`,
      );
    }
    await close();
    await expect(insert('a').all()).rejects.toThrow(`${fault}connect ECONNREFUSED`);
  });
});

describe('the account of Cloudflare’s API', () => {
  const seen: Record<string, unknown>[] = [];
  let accounts = [{ id: 'first', name: 'Ada' }];

  beforeEach(async () => {
    const server = createServer(({ url, headers }, response) => {
      const { authorization, 'x-auth-key': key, 'x-auth-email': email } = headers;
      seen.push(JSON.parse(JSON.stringify({ url, authorization, key, email })) as (typeof seen)[0]);
      const result = url?.startsWith('/accounts?') === true ? accounts : 7;
      response.end(JSON.stringify({ success: true, result, errors: [] }));
    });
    const { url, close } = await listenLocally(server);
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', url);
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'chosen');
    accounts = [{ id: 'first', name: 'Ada' }];
    seen.length = 0;
    return close;
  });

  const ask = async () => (await findAccount()).get('/path');

  it('is asked with the token', async () => {
    expect(await ask()).toBe(7);
    const authorization = `Bearer ${api.env['CLOUDFLARE_API_TOKEN'] ?? ''}`;
    expect(seen).toEqual([{ url: '/accounts/chosen/path', authorization }]);
  });

  it('is asked with the global key, which wrangler prefers to a token', async () => {
    vi.stubEnv('CLOUDFLARE_API_KEY', 'a global key');
    vi.stubEnv('CLOUDFLARE_EMAIL', 'ada@example.org');
    await ask();
    const credentials = { key: 'a global key', email: 'ada@example.org' };
    expect(seen).toEqual([{ url: '/accounts/chosen/path', ...credentials }]);
  });

  it('is asked with the login of wrangler, and is the only one that it sees', async () => {
    logIn('a token of the login');
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined);
    await ask();
    const authorization = 'Bearer a token of the login';
    expect(seen).toEqual([
      { url: '/accounts?per_page=50', authorization },
      { url: '/accounts/first/path', authorization },
    ]);
  });

  it('is asked with the login of wrangler while it logs all', async () => {
    logIn('a token of the login');
    vi.stubEnv('WRANGLER_LOG', 'debug');
    expect(await ask()).toBe(7);
  });

  it('is not asked with a token that is no header, and no message shows the token', async () => {
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'secret\ntoken');
    await expect(ask()).rejects.toThrow(/^Cloudflare's token or key has a line break [^\n]*$/u);
    expect(seen).toEqual([]);
  });

  it('is refused to somebody who is not signed in', async () => {
    logIn(null);
    await expect(ask()).rejects.toThrow(/Not logged in.*wrangler auth token failed/su);
    expect(seen).toEqual([]);
  });

  it('has to be chosen where the sign-in sees none or several, which are named', async () => {
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined);
    accounts.push({ id: 'second', name: 'Eve' });
    const several =
      /^Which account\? Set CLOUDFLARE_ACCOUNT_ID .*\n {2}first {2}Ada\n {2}second {2}Eve$/u;
    await expect(ask()).rejects.toThrow(several);
    accounts.length = 0;
    await expect(ask()).rejects.toThrow('The sign-in sees none.');
  });
});

/** As `wrangler login` leaves it, or nothing. */
function logIn(token: string | null): void {
  const home = mkdtempSync(join(tmpdir(), 'tintype-home-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const name of ['HOME', 'XDG_CONFIG_HOME']) vi.stubEnv(name, home);
  vi.stubEnv('CLOUDFLARE_API_TOKEN', undefined);
  if (token === null) return;
  const folder = join(home, '.wrangler', 'config');
  mkdirSync(folder, { recursive: true });
  const login = { oauth_token: token, expiration_time: '2999-01-01T00:00:00.000Z' };
  const lines = Object.entries(login).map(([name, value]) => `${name} = "${value}"`);
  writeFileSync(join(folder, 'default.toml'), lines.join('\n'));
}
