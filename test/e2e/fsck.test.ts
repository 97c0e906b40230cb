import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { launch, runCommand, stopGroup } from './support/server.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const TIMEOUT_MS = 60_000;

const server = useSharedServer();

it(
  'fsck --every checks a running service again and again, a JSON document a line',
  async () => {
    const args = ['--persist-to', server.persistTo, '--json', '--every', '1'];
    const running = launch('fsck', args, {});
    const readLines = () =>
      running
        .output()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'));
    while (readLines().length < 2) await sleep(100);
    await stopGroup(running);
    for (const line of readLines()) {
      expect(JSON.parse(line)).toEqual({
        astray: expect.any(Number) as number,
        findings: expect.any(Array) as unknown[],
        elapsed_ms: expect.any(Number) as number,
      });
    }
  },
  TIMEOUT_MS,
);

it('fsck refuses an interval of less than a second', async () => {
  const { exitCode, output } = await runCommand('fsck', ['--every', '0.5']);
  expect(exitCode).toBe(1);
  expect(output).toContain('--every takes 1 to 86400 seconds.');
});
