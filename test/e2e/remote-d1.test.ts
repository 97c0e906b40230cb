import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findAccount } from '../../scripts/support/cloudflare-account.ts';
import { RemoteD1 } from '../../scripts/support/remote-d1.ts';
import { listenLocally } from '../support/local-server.ts';
import { startCloudflareApi, type CloudflareApi } from './support/cloudflare/cloudflare-api.ts';

const QUERY = 'POST /d1/database/:/query';
const INSERT = 'INSERT INTO notes (body) VALUES (?)';

let api: CloudflareApi;
let rows: DatabaseSync;

beforeAll(async () => {
  api = await startCloudflareApi();
  rows = new DatabaseSync(':memory:');
  api.account.databases.push({ uuid: randomUUID(), name: 'tintype', rows });
});

beforeEach(() => {
  for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
  rows.exec('DROP TABLE IF EXISTS notes; CREATE TABLE notes (body TEXT UNIQUE)');
  api.calls.length = 0;
  return () => void vi.unstubAllEnvs();
});

afterAll(() => api[Symbol.asyncDispose]());

describe('a deployment’s database', () => {
  const db = new RemoteD1();
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

  it('is asked through wrangler where only wrangler can sign in', async () => {
    vi.stubEnv('CLOUDFLARE_API_KEY', 'a global key');
    vi.stubEnv('CLOUDFLARE_EMAIL', 'somebody@example.org');
    expect(findAccount()).toBeNull();
    expect(await insert('by wrangler').all()).toMatchObject({ meta: { changes: 1 } });
    expect(readBodies()).toEqual(['by wrangler']);
  });

  it('reports the platform’s refusals with their codes', async () => {
    api.fail({ route: QUERY, when: 'before' });
    await expect(insert('a').all()).rejects.toThrow(
      /^Cloudflare refuses POST \/d1\/database\/\S+\/query: an internal error of the platform \[code: 10013\]$/u,
    );
    api.heal();
    expect(readBodies()).toEqual([]);
  });

  it('reports an answer without JSON, and one that does not come', async () => {
    const server = createServer((_, response) => response.writeHead(502).end('<html>'));
    const { url, close } = await listenLocally(server);
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', url);
    const fault = "Cloudflare's API does not answer GET /d1/database/tintype: ";
    await expect(insert('a').all()).rejects.toThrow(`${fault}status 502 without JSON`);
    await close();
    await expect(insert('a').all()).rejects.toThrow(`${fault}connect ECONNREFUSED`);
  });
});

describe('the account of Cloudflare’s API', () => {
  it.each(['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID'])(
    'is wrangler’s to find without %s',
    (name) => {
      vi.stubEnv(name, undefined);
      expect(findAccount()).toBeNull();
    },
  );

  it('is asked with the token', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer(({ url, headers }, response) => {
      seen.push(url, headers.authorization);
      response.end(JSON.stringify({ success: true, result: 7, errors: [] }));
    });
    const { url, close } = await listenLocally(server);
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', url);
    expect(await findAccount()?.get('/path')).toBe(7);
    await close();
    const { CLOUDFLARE_ACCOUNT_ID: id, CLOUDFLARE_API_TOKEN: token } = api.env;
    expect(seen).toEqual([`/accounts/${id ?? ''}/path`, `Bearer ${token ?? ''}`]);
  });
});
