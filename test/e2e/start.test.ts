import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as Listener } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { launch, runCommand, startServer } from './support/server.ts';
import { signIn } from './support/sign-in.ts';

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
  const server = inject('server');

  it('is alive and ready when it prints its address', async () => {
    const health = await fetch(`${server.baseUrl}/health`);
    expect(await health.json()).toEqual({ status: 'ok' });
    expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200);
  });

  it('shows its API on a page that asks no other host for anything', async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/docs`);
    const page = await response.text();
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(page).toContain('Tintype API 2.0.0');
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
  ])('lets a client read why its body of 2 MiB, %s, is refused', async (_case, init) => {
    const response = await fetch(`${server.baseUrl}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...init(new Uint8Array(2_097_152)),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 3002 });
  });
});

describe('npm start on a state of its own', () => {
  it('keeps it from one run to the next, and leaves no process behind', async () => {
    const persistTo = mkdtempSync(join(tmpdir(), 'tintype-state-'));
    try {
      const first = await startServer({ persistTo });
      const token = await signIn(first.baseUrl);
      await first.stop();
      await expect(fetch(`${first.baseUrl}/health`)).rejects.toThrow();
      const second = await startServer({ persistTo });
      const headers = { Authorization: `Bearer ${token}` };
      const me = await fetch(`${second.baseUrl}/api/v1/auth/me`, { headers });
      await second.stop();
      expect(me.status).toBe(200);
    } finally {
      rmSync(persistTo, { recursive: true, force: true });
    }
  });

  it('ends with whoever reads what it writes', async () => {
    const persistTo = mkdtempSync(join(tmpdir(), 'tintype-state-'));
    const running = launch('start', ['--persist-to', persistTo], { SERVER_PORT: '0' });
    while (!running.output().includes('Ctrl-C')) await sleep(100);
    const [, baseUrl = ''] = /is ready at (\S+)/u.exec(running.output()) ?? [];
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    // The log line of this request finds no reader.
    await fetch(`${baseUrl}/health`);
    await running.ended;
    await expect.poll(async () => fetch(baseUrl).catch(() => 'gone')).toBe('gone');
    rmSync(persistTo, { recursive: true, force: true });
  });

  it('serves over https when asked to', async () => {
    const server = await startServer({ args: ['--local-protocol', 'https'] });
    expect(server.baseUrl).toMatch(/^https:/u);
    await server.stop();
  });
});

describe('npm start that cannot', () => {
  it('says that the port is in use', async () => {
    const { listener, port } = await listen();
    const run = await runCommand('start', [], { SERVER_PORT: String(port) });
    listener.close();
    expect(run.exitCode).toBe(1);
    expect(run.output.trim()).toMatch(
      new RegExp(`^Port ${String(port)} is in use\\. [^\\n]+$`, 'u'),
    );
  });

  it.each(['http', '-1', '65536', '80.5', ''])(
    'says that SERVER_PORT %j is no port',
    async (text) => {
      const run = await runCommand('start', [], { SERVER_PORT: text });
      expect(run.exitCode).toBe(1);
      expect(run.output.trim()).toBe(
        `SERVER_PORT must be a whole number from 0 to 65535, and it is "${text}".`,
      );
    },
  );

  it('names the setting that it refuses', async () => {
    await expect(startServer({ vars: { PUBLIC_CACHE_TTL_MS: '600001' } })).rejects.toThrow(
      /PUBLIC_CACHE_TTL_MS/u,
    );
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
