import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

const WRANGLER = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');

/** Starts wrangler in the project's root: without questions, metrics, update notices or log files elsewhere. */
export const spawnWrangler = (args: readonly string[], stdio: StdioOptions): ChildProcess =>
  spawn(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    stdio,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_WRITE_LOGS: 'false',
    },
  });

/** The exit code of a child, 1 when a signal ended it. */
export const exitOf = async (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });

export interface WranglerRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs wrangler to its end and gives what it wrote. */
export const runWrangler = async (args: readonly string[]): Promise<WranglerRun> => {
  const child = spawnWrangler(args, ['ignore', 'pipe', 'pipe']);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  return { exitCode: await exitOf(child), ...output };
};
