import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CRON_PATH } from '../../scripts/support/cron.ts';
import { findListeningSockets } from './support/listening-sockets.ts';
import { startServer, type Server } from './support/server.ts';

/** What wrangler's development server answers beside the Worker, under its names of today and of before. */
const RUNTIME_PATHS = [
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/explorer/api',
  '/cdn-cgi/local/explorer/api/d1/database',
  '/cdn-cgi/local/explorer/api/local/observability/query',
  '/cdn-cgi/explorer',
  '/cdn-cgi/explorer/api/local/workers',
  CRON_PATH,
  '/cdn-cgi/handler/scheduled',
  '/cdn-cgi/mf/scheduled',
  '/cdn-cgi/local/email',
  '/cdn-cgi/handler/email',
  '/cdn-cgi/local/r2/public',
  '/cdn-cgi/local/r2/public/tintype/images/master.webp',
  '/cdn-cgi/local/r2/s3/tintype',
  '/cdn-cgi/live-reload',
  '/cdn-cgi/ProxyWorker/pause',
  '/__cf_local/stream/x',
  '/__cf_local/imagedelivery/x',
];

/** The runtime's door for its own process: it answers before the guard, but only who knows the process's secret. */
const PROXY_PATH = '/cdn-cgi/local/platform-proxy';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks an address under any name, which `fetch` does not. */
const ask = (
  baseUrl: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(`${baseUrl}${path}`, { headers, method }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

const addressOfMachine = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('npm start exposes the Worker alone', () => {
  const server = inject('server');

  it.each(RUNTIME_PATHS)('which answers %s as any path that it does not know', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await ask(server.baseUrl, path, {}, method);
      expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ code: 4041 })]);
    }
  });

  it('and runs the cron for nobody who only guesses at its secret', async () => {
    for (const secret of ['', 'guess']) {
      const { status } = await ask(server.baseUrl, CRON_PATH, { 'X-Tintype-Cron-Secret': secret });
      expect(status).toBe(404);
    }
  });

  it('refuses whoever asks its door for the own process without the secret', async () => {
    const op = { 'MF-Op': 'GET', 'MF-Op-Target': '["Native",0,""]', 'MF-Op-Key': 'constructor' };
    for (const [headers, expected] of [
      [{}, 400],
      [op, 401],
      [{ ...op, 'MF-Op-Secret': '' }, 401],
      [{ ...op, 'MF-Op-Secret': '00'.repeat(16) }, 401],
    ] as const) {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(server.baseUrl, PROXY_PATH, { ...headers }, method);
        expect(answer.status).toBe(expected);
        expect(answer.text).toBe(expected === 400 ? 'Invalid proxy request' : '');
      }
    }
  });

  it('whatever address a header of the runtime names', async () => {
    for (const path of [CRON_PATH, '/cdn-cgi/local/r2/public/tintype/x']) {
      const headers = { 'MF-Original-URL': `${server.baseUrl}${path}` };
      expect((await ask(server.baseUrl, '/health', headers)).status).toBe(404);
    }
  });

  it('keeps no record of requests: no file of its state holds a query', async () => {
    const mark = `mark-${crypto.randomUUID()}`;
    await ask(server.baseUrl, `/i/unknown.webp?token=${mark}`);
    await ask(server.baseUrl, `/api/v1/images?token=${mark}`);
    const files = readdirSync(server.persistTo, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    const paths = files.map((entry) => join(entry.parentPath, entry.name));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => /observability|explorer|trace/iu.test(path))).toEqual([]);
    expect(paths.filter((path) => readFileSync(path, 'latin1').includes(mark))).toEqual([]);
  });
});

describe('npm start --ip 0.0.0.0', () => {
  const persistTo = mkdtempSync(join(tmpdir(), 'tintype-state-'));
  const requestStore = join(persistTo, 'v3', 'observability');
  let server: Server;
  beforeAll(async () => {
    mkdirSync(requestStore, { recursive: true });
    writeFileSync(join(requestStore, 'trace.sqlite'), '/i/x.webp?token=secret');
    server = await startServer({ persistTo, args: ['--ip', '0.0.0.0'] });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(persistTo, { recursive: true, force: true });
  });

  it('removes the requests that were recorded by earlier starts', () => {
    expect(existsSync(requestStore)).toBe(false);
  });

  it('says that other machines may reach it', () => {
    expect(server.log()).toMatch(/^It listens on 0\.0\.0\.0, so other machines may reach it/mu);
  });

  it('answers another machine with nothing but the Worker, whatever name it asks for', async () => {
    const { port } = new URL(server.baseUrl);
    const address = addressOfMachine() ?? '127.0.0.1';
    const baseUrl = `http://${address}:${port}`;
    expect((await ask(baseUrl, '/health')).status).toBe(200);
    for (const path of RUNTIME_PATHS) {
      expect((await ask(baseUrl, path, { Host: 'localhost' })).status).toBe(404);
      expect([403, 404]).toContain((await ask(baseUrl, path)).status);
    }
  });

  it('listens on no other port that another machine could reach', () => {
    const sockets = findListeningSockets(server.processGroup);
    // Elsewhere there is nothing to look it up in.
    if (sockets === null) return;
    const open = sockets.filter(({ isLoopback }) => !isLoopback);
    expect(open.map(({ port }) => String(port))).toEqual([new URL(server.baseUrl).port]);
    expect(sockets.length).toBeGreaterThan(open.length);
  });
});
