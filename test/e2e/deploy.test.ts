import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cloneProject, writeSmallWorker } from './support/clone.ts';
import { startCloudflareApi } from './support/cloudflare/cloudflare-api.ts';
import { findPort } from './support/find-port.ts';
import { launchProgram, runCommand, stopGroup } from './support/server.ts';

const QUIET = { WRANGLER_SEND_METRICS: 'false', WRANGLER_WRITE_LOGS: 'false' };

it('npm run deploy changes nothing of an account while the console cannot be built', async () => {
  await using api = await startCloudflareApi();
  const clone = cloneForTest();
  writeFileSync(join(clone, 'src', 'console', 'shell', 'main.tsx'), 'import "./missing.ts";');
  const { exitCode, output } = await runCommand('deploy', [], api.env, clone);
  expect([exitCode, output]).toEqual([1, expect.stringContaining('./missing.ts')]);
  expect(api.calls).toEqual([]);
});

it('npx wrangler deploy --dry-run builds the console of a fresh clone, and nothing of a local server', async () => {
  const clone = cloneForTest();
  writeSmallWorker(clone);
  const { ended, output } = launchProgram('npx', ['wrangler', 'deploy', '--dry-run'], QUIET, clone);
  expect([await ended, output()]).toEqual([0, expect.stringContaining('--dry-run: exiting now')]);
  expect(existsSync(join(clone, 'dist', 'console', 'api.json'))).toBe(true);
  expect(existsSync(join(clone, '.dev.vars'))).toBe(false);
  expect(existsSync(join(clone, '.wrangler', 'state'))).toBe(false);
});

it('npx wrangler dev serves a fresh clone that is ready, and its console', async () => {
  const clone = cloneForTest();
  const port = String(await findPort());
  const server = launchProgram('npx', ['wrangler', 'dev', '--port', port], QUIET, clone);
  onTestFinished(() => stopGroup(server));
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`);
  const isReady = () =>
    ask('/ready').then(
      ({ status }) => status,
      () => 'out of reach',
    );
  await expect.poll(isReady, { timeout: 90_000 }).toBe(200);
  expect((await ask('/')).status).toBe(200);
  expect((await ask('/service-worker.js')).status).toBe(200);
});

function cloneForTest(): string {
  const clone = cloneProject();
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  return clone;
}
