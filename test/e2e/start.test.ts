import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as Listener } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLocal } from '../../scripts/support/local-request.ts';
import { parsePort } from '../../scripts/support/port.ts';
import { VERSION } from '../../src/worker/lib/version.ts';
import { holdBrokenBodies, IMPATIENT } from './support/broken-bodies.ts';
import { cloneProject } from './support/clone.ts';
import { findListeningSockets } from './support/listening-sockets.ts';
import { ask, RUNTIME_PATHS } from './support/runtime-paths.ts';
import { launch, runCommand, startServer } from './support/server.ts';
import { signIn } from './support/sign-in.ts';
import { unpackState } from './support/upgrade/unpack-state.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const TIMEOUT_MS = 30_000;
/** Time to bundle and start a Worker on a busy machine. */
const PATIENT = { timeout: 60_000 };

const listen = async (): Promise<{ listener: Listener; port: number }> => {
  const listener = createServer();
  await new Promise<void>((resolve) => {
    listener.listen(0, 'localhost', resolve);
  });
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return { listener, port: address.port };
};

describe('npm start', () => {
  const server = useSharedServer();

  it('is alive and ready when it prints its address', async () => {
    const health = await fetch(`${server.baseUrl}/health`);
    expect(await health.json()).toEqual({ status: 'ok' });
    expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200);
  });

  it('shows its API on a page that loads nothing from other hosts', async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/docs`);
    const page = await response.text();
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(page).toContain(`Tintype API ${VERSION}`);
    expect(page).not.toMatch(/<(?:script|link|img|iframe)\b|(?:src|href)="(?!\/|#)|url\(|@import/u);
  });

  it.each([
    ['announced', (bytes: Uint8Array<ArrayBuffer>) => ({ body: bytes })],
    [
      'sent in chunks',
      (bytes: Uint8Array<ArrayBuffer>) => ({
        body: new Blob([bytes]).stream(),
        duplex: 'half' as const,
      }),
    ],
  ])('lets a client read the refusal of a body of 2 MiB, %s', async (_case, init) => {
    const response = await fetch(`${server.baseUrl}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...init(new Uint8Array(2_097_152)),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 3002 });
  });
});

const addressOfMachine = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** The outcome of each script request of the page. */
const askForScripts = async (baseUrl: string): Promise<number[]> => {
  const { text } = await getLocal(`${baseUrl}/`, TIMEOUT_MS);
  const paths = [...text.matchAll(/"(\/assets\/[^"]+\.js)"/gu)].map(([, path = '']) => path);
  return Promise.all(paths.map(async (path) => (await ask(baseUrl, path)).status));
};

/** A run with --ip 0.0.0.0, on a state of an earlier version with recorded requests, and observations of it. */
const runFirst = async (root: string, persistTo: string, toStop: AsyncDisposableStack) => {
  const requestStore = join(persistTo, 'v3', 'observability');
  mkdirSync(requestStore, { recursive: true });
  writeFileSync(join(requestStore, 'trace.sqlite'), '/i/x.webp?token=secret');
  const args = ['--ip', '0.0.0.0'];
  const server = await startServer({ root, persistTo, vars: IMPATIENT, args });
  toStop.defer(() => server.stop());
  const { baseUrl, log, processGroup } = server;
  const elsewhere = `http://${addressOfMachine() ?? '127.0.0.1'}:${new URL(baseUrl).port}`;
  const statuses = (headers?: Record<string, string>) =>
    Promise.all(RUNTIME_PATHS.map(async (path) => (await ask(elsewhere, path, headers)).status));
  return {
    server,
    log: log(),
    keepsRequests: existsSync(requestStore),
    health: (await ask(elsewhere, '/health')).status,
    scripts: await askForScripts(elsewhere),
    statuses: await statuses(),
    statusesAsLocal: await statuses({ Host: 'localhost' }),
    sockets: findListeningSockets(processGroup),
    token: await signIn({ baseUrl }),
  };
};

/** A run over https on the same state, whose output pipe closes after its first answer. */
const runSecond = async (root: string, persistTo: string, token: string) => {
  const args = ['--persist-to', persistTo, '--local-protocol', 'https'];
  const { child, ended, output } = launch('start', args, { SERVER_PORT: '0' }, root);
  while (!output().includes('Ctrl-C')) await sleep(100);
  const [, baseUrl = ''] = /is ready at (\S+)/u.exec(output()) ?? [];
  const headers = { Authorization: `Bearer ${token}` };
  const me = await getLocal(`${baseUrl}/api/v1/auth/me`, TIMEOUT_MS, headers);
  child.stdout?.destroy();
  child.stderr?.destroy();
  // The log line of this request hits a closed pipe, which may cut off the answer.
  await getLocal(`${baseUrl}/health`, TIMEOUT_MS).catch(() => null);
  return { baseUrl, me: me.status, ended };
};

// The runs are sequential, whatever the order of other tests.
describe('npm start in a fresh clone', { shuffle: false }, () => {
  let clone: string;
  const persistTo = mkdtempSync(join(tmpdir(), 'tintype-state-'));
  const toStop = new AsyncDisposableStack();
  let first: Awaited<ReturnType<typeof runFirst>>;
  beforeAll(async () => {
    clone = cloneProject();
    // Without its migrations, it would never be ready.
    unpackState('first', persistTo);
    first = await runFirst(clone, persistTo, toStop);
  });
  afterAll(async () => {
    await toStop.disposeAsync();
    rmSync(clone, { recursive: true, force: true });
    rmSync(persistTo, { recursive: true, force: true });
  });

  it('builds and serves its own console', () => {
    // The clone's console has one; the first script is in the document.
    expect(first.scripts).toEqual([200]);
  });

  it('removes requests that earlier starts have recorded', () => {
    expect(first.keepsRequests).toBe(false);
  });

  it('warns with --ip 0.0.0.0 that other machines can reach it', () => {
    expect(first.log).toMatch(/^It listens on 0\.0\.0\.0, so other machines may reach it/mu);
  });

  it('exposes only the Worker to another machine, under any host name', () => {
    expect(first.health).toBe(200);
    expect(new Set(first.statusesAsLocal)).toEqual(new Set([404]));
    for (const status of first.statuses) expect([403, 404]).toContain(status);
  });

  it('listens on no other port reachable from another machine', () => {
    const { sockets, server } = first;
    // Other systems have no such files.
    if (sockets === null) return;
    const open = sockets.filter(({ isLoopback }) => !isLoopback);
    expect(open.map(({ port }) => String(port))).toEqual([new URL(server.baseUrl).port]);
    expect(sockets.length).toBeGreaterThan(open.length);
  });

  describe('with short timeouts,', () => holdBrokenBodies(() => first));

  it('serves a changed setting and a new build of the console while it runs', async () => {
    const toml = join(clone, 'wrangler.toml');
    const text = readFileSync(toml, 'utf8');
    writeFileSync(toml, text.replace('[vars]', '[vars]\nMETRICS_TOKEN = "a token"'));
    const { baseUrl } = first.server;
    const read = (path: string) =>
      getLocal(`${baseUrl}${path}`, TIMEOUT_MS).then(
        ({ status, text: body }) => [status, body],
        () => 'starting again',
      );
    await expect.poll(() => read('/metrics'), PATIENT).toEqual([401, expect.any(String)]);
    const stamp = join(clone, 'dist', 'console.sha256');
    writeFileSync(join(clone, 'dist', 'console', 'built.txt'), 'built');
    writeFileSync(stamp, readFileSync(stamp));
    await expect.poll(() => read('/built.txt'), PATIENT).toEqual([200, 'built']);
    await expect.poll(() => read('/ready'), PATIENT).toEqual([200, expect.any(String)]);
  });

  describe('restarted on its state', () => {
    let second: Awaited<ReturnType<typeof runSecond>>;
    beforeAll(async () => {
      await first.server.stop();
      second = await runSecond(clone, persistTo, first.token);
    });

    it('keeps the state, and has left no process behind', async () => {
      expect(second.me).toBe(200);
      await expect(fetch(`${first.server.baseUrl}/health`)).rejects.toThrow();
    });

    it('serves over https when asked to', () => {
      expect(second.baseUrl).toMatch(/^https:/u);
    });

    it('ends when the reader of its output ends', async () => {
      await second.ended;
      const read = () => getLocal(second.baseUrl, TIMEOUT_MS).catch(() => 'gone');
      await expect.poll(read).toBe('gone');
    });
  });
});

describe('a failing npm start', () => {
  it('says that the port is in use', async () => {
    const { listener, port } = await listen();
    const run = await runCommand('start', [], { SERVER_PORT: String(port) });
    listener.close();
    expect(run.exitCode).toBe(1);
    expect(run.output.trim()).toMatch(
      new RegExp(`^Port ${String(port)} is in use\\. [^\\n]+$`, 'u'),
    );
  });

  it.each(['http', '-1', '65536', '80.5', ''])('says that SERVER_PORT %j is not a port', (text) => {
    expect(() => parsePort(text, 'SERVER_PORT')).toThrow(
      `SERVER_PORT must be a whole number from 0 to 65535, and it is "${text}".`,
    );
  });

  it('says only that an empty SERVER_PORT is not a port', async () => {
    const run = await runCommand('start', [], { SERVER_PORT: '' });
    expect(run.exitCode).toBe(1);
    expect(run.output.trim()).toBe(
      'SERVER_PORT must be a whole number from 0 to 65535, and it is "".',
    );
  });

  it('names the setting that it refuses', async () => {
    const vars = ['--var', 'SITE_LANGUAGE:de', 'PUBLIC_CACHE_TTL_MS:600001'];
    const run = await runCommand('start', vars, { SERVER_PORT: '0' });
    expect(run.exitCode).toBe(1);
    expect(run.output.trim()).toMatch(/^Configuration refused\. PUBLIC_CACHE_TTL_MS: [^\n]+$/u);
  });

  it('says that the stored state is broken, and where it is', async () => {
    const persistTo = mkdtempSync(join(tmpdir(), 'tintype-broken-'));
    mkdirSync(join(persistTo, 'v3'));
    writeFileSync(join(persistTo, 'v3', 'd1'), 'not a directory');
    const run = await runCommand('start', ['--persist-to', persistTo], { SERVER_PORT: '0' });
    rmSync(persistTo, { recursive: true, force: true });
    expect(run.exitCode).toBe(1);
    expect(run.output).toContain(
      `The migrations could not be applied to the local database in ${persistTo}`,
    );
  });
});
