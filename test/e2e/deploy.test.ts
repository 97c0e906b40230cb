import { expect, it } from 'vitest';
import { runCommand } from './support/server.ts';

it('npm run deploy says what to create first, and deploys nothing, while ids are placeholders', async () => {
  const { exitCode, output } = await runCommand('deploy');
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^wrangler\.toml still has placeholder ids\./u);
  for (const resource of ['d1', 'kv namespace', 'r2 bucket', 'queues']) {
    expect(output).toContain(`npx wrangler ${resource} create`);
  }
});
