import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { takePhotograph, writeAs } from '../unit/imaging/fixtures/sharp-images.ts';
import { listenLocally } from '../support/local-server.ts';
import { startBundledServer, type BundledServer } from './support/bundled-server.ts';
import type { Worker } from './support/cloudflare/account.ts';
import { startCloudflareApi } from './support/cloudflare/cloudflare-api.ts';
import { openDatabase } from './support/insert-person.ts';
import { runCommand } from './support/server.ts';
import { signIn } from './support/sign-in.ts';

let server: BundledServer;

const publishImage = async (): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/upload?visibility=public`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await signIn(server)}`, 'Content-Type': 'image/png' },
    body: await writeAs(takePhotograph({ width: 300, height: 200 }), 'image/png'),
  });
  expect(answer.status).toBe(201);
};

beforeAll(async () => {
  server = await startBundledServer(inject('bundleFolder'));
  await publishImage();
  await server.runCron();
});

afterAll(() => server.stop());

/** The first two columns of each line that begins a finding. */
const consult = async (args: readonly string[], env: Record<string, string> = {}) => {
  const { exitCode, output } = await runCommand('doctor', args, env);
  const lines = output.split('\n').filter((line) => /^(?:ok|attention|broken) /u.test(line));
  return {
    exitCode,
    output,
    findings: lines.map((line) => line.slice(0, 26).trim().replaceAll(/ +/gu, ' ')),
  };
};

const change = (...statements: readonly string[]): void => {
  const database = openDatabase(server);
  for (const text of statements) database.exec(text);
  database.close();
};

describe('npm run doctor', () => {
  it('finds all well at a running service', async () => {
    const { exitCode, output, findings } = await consult([
      `--persist-to=${server.persistTo}`,
      `--url=${server.baseUrl}`,
    ]);
    expect([exitCode, findings], output).toEqual([
      0,
      [
        'ok settings',
        'ok bindings',
        'ok bucket',
        'ok database',
        'ok publications',
        'ok outbox',
        'ok cron',
        'ok tasks',
        'ok storage',
        'ok database size',
        'ok address',
        'ok public link',
      ],
    ]);
  });

  it('asks for attention where work waits, has failed or is too much', async () => {
    change(
      "UPDATE publication_jobs SET status = 'failed'",
      "INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES ('erase', '{}', 9e15, 0)",
      `UPDATE cron_runs SET parts = json_set(parts, '$[0].isOk', json('false'))`,
    );
    const { exitCode, output, findings } = await consult([
      `--persist-to=${server.persistTo}`,
      '--var=STORAGE_CAPACITY_BYTES:1',
    ]);
    expect([exitCode, findings.filter((finding) => !finding.startsWith('ok '))], output).toEqual([
      1,
      ['attention publications', 'attention outbox', 'attention cron', 'broken storage'],
    ]);
  });

  it('names a setting out of range, a migration of another version and a missing state', async () => {
    change("UPDATE schema_history SET name = '0001_other.sql' WHERE position = 1");
    const args = [`--persist-to=${server.persistTo}`, '--var=METRICS_MAX_COUNT:0'];
    const wrong = await consult(args);
    expect(wrong.exitCode).toBe(1);
    expect(wrong.findings).toEqual([
      'broken settings',
      'ok bindings',
      'ok bucket',
      'broken database',
    ]);
    expect(wrong.output).toContain('METRICS_MAX_COUNT: must be a whole number');
    expect(wrong.output).toContain('unknown migration 0001_other.sql');

    const nowhere = mkdtempSync(join(tmpdir(), 'tintype-doctor-'));
    onTestFinished(() => rmSync(nowhere, { recursive: true, force: true }));
    const missing = await consult(['--persist-to', nowhere]);
    expect([missing.exitCode, missing.findings]).toEqual([
      1,
      ['ok settings', 'ok bindings', 'broken database'],
    ]);
    expect(missing.output).toContain(`npm run migrate -- --persist-to ${nowhere}`);
  });
});

describe('npm run doctor -- --remote', () => {
  it('names what an account lacks: the Worker, a secret, the database', async () => {
    await using api = await startCloudflareApi();
    const empty = await consult(['--remote'], api.env);
    expect(empty).toMatchObject({ exitCode: 1, findings: [] });
    expect(empty.output).toContain('npm run deploy makes it');

    api.account.workers.set('tintype', workerWith([]));
    const poor = await consult(['--remote'], api.env);
    expect(poor.findings).toEqual(['broken settings', 'ok bindings', 'broken database']);
    expect(poor.output).toContain('KEY_RING: is missing');
    expect(poor.output).toContain('The account has no database named tintype');
    expect(api.unknown).toEqual([]);
  });

  it('reaches the platform, but not this machine, through the proxy of the environment', async () => {
    await using api = await startCloudflareApi();
    const { port, pathname } = new URL(api.env['CLOUDFLARE_API_BASE_URL'] ?? '');
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      asked.push(url);
      const platform = connect({ port: Number(port) }, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(platform).pipe(socket);
      });
    });
    const { url, close } = await listenLocally(proxy);
    onTestFinished(close);
    for (const host of ['api.test', `127.0.0.1:${port}`]) {
      const { output } = await consult(['--remote'], {
        ...api.env,
        HTTP_PROXY: url,
        NO_PROXY: '',
        CLOUDFLARE_API_BASE_URL: `http://${host}${pathname.replace(/\/$/u, '')}`,
      });
      expect(output).toContain('The account has no such Worker.');
    }
    expect(asked).toEqual(['api.test:80']);
  });

  it('asks for attention where a deployment has neither domain nor token nor receiver', async () => {
    await using api = await startCloudflareApi();
    api.account.workers.set('tintype', workerWith(['KEY_RING']));
    const { findings } = await consult(['--remote'], api.env);
    expect(findings.slice(0, 4)).toEqual([
      'ok settings',
      'attention domain',
      'attention metrics',
      'attention purges',
    ]);
  });
});

function workerWith(secrets: readonly string[]): Worker {
  const bindings = secrets.map((name) => ({ type: 'secret_text', name }));
  const version = { id: '1', metadata: { bindings }, bindings };
  return {
    versions: [version],
    deployed: version,
    tag: undefined,
    isOnWorkersDev: true,
    schedules: null,
  };
}
