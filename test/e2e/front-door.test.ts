import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CRON_PATH } from '../../scripts/support/cron.ts';
import { ask, RUNTIME_PATHS } from './support/runtime-paths.ts';
import { useSharedServer } from './support/use-shared-server.ts';

/** The runtime's door for its own process: it answers before the guard, but only who knows the process's secret. */
const PROXY_PATH = '/cdn-cgi/local/platform-proxy';

describe('npm start exposes the Worker alone', () => {
  const server = useSharedServer();

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
