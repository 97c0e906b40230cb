import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimPort } from '../../scripts/support/port.ts';
import { cloneProject, replaceWrangler } from './support/clone.ts';
import { launchProgram, runCommand, stopGroup } from './support/server.ts';

const QUIET = { WRANGLER_SEND_METRICS: 'false', WRANGLER_WRITE_LOGS: 'false' };

it('npm run deploy names the missing resources, and deploys nothing, while ids are placeholders', async () => {
  const { exitCode, output } = await runCommand('deploy');
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^wrangler\.toml still has placeholder ids\./u);
  for (const resource of ['d1', 'kv namespace', 'r2 bucket', 'queues']) {
    expect(output).toContain(`npx wrangler ${resource} create`);
  }
});

/** Records its arguments, and whether the console is built. */
const NOTING_WRANGLER = `
  const { appendFileSync, existsSync } = require('node:fs');
  const args = process.argv.slice(2).join(' ');
  const isBuilt = ['index.html', 'service-worker.js', 'api.json'].every((file) => existsSync('dist/console/' + file));
  appendFileSync('calls.txt', args + ', ' + (isBuilt ? 'built' : 'not built') + '\\n');
  if (args.startsWith('secret list')) console.log('[{"name":"KEY_RING"}]');
`;

it('npm run deploy builds the console of a fresh clone before it changes the deployment', async () => {
  const clone = cloneForTest();
  replaceWrangler(clone, NOTING_WRANGLER);
  const toml = join(clone, 'wrangler.toml');
  writeFileSync(toml, readFileSync(toml, 'utf8').replaceAll(/"[0-]{32,}"/gu, '"an id of its own"'));
  const { exitCode, output } = await runCommand('deploy', [], {}, clone);
  expect([exitCode, output]).toEqual([0, expect.stringContaining('Applying migrations')]);
  expect(readFileSync(join(clone, 'calls.txt'), 'utf8').trim().split('\n')).toEqual([
    'd1 migrations apply DB --remote, built',
    'deploy, built',
    'secret list --format json, built',
  ]);
});

it('npx wrangler deploy --dry-run builds the console of a fresh clone, and nothing of a local server', async () => {
  const clone = cloneForTest();
  const { ended, output } = launchProgram('npx', ['wrangler', 'deploy', '--dry-run'], QUIET, clone);
  expect([await ended, output()]).toEqual([0, expect.stringContaining('--dry-run: exiting now')]);
  expect(existsSync(join(clone, 'dist', 'console', 'api.json'))).toBe(true);
  expect(existsSync(join(clone, '.dev.vars'))).toBe(false);
  expect(existsSync(join(clone, '.wrangler', 'state'))).toBe(false);
});

it('npx wrangler dev serves a fresh clone that is ready, and its console', async () => {
  const clone = cloneForTest();
  const port = String(await claimPort('localhost', 0));
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
