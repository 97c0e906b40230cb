import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cloneProject, replaceWrangler } from './support/clone.ts';
import { runCommand } from './support/server.ts';

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
  const clone = cloneProject();
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  replaceWrangler(clone, NOTING_WRANGLER);
  // A console of one line builds quickly.
  writeFileSync(join(clone, 'src', 'console', 'shell', 'main.tsx'), 'console.log("console");');
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
