import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

const WRANGLER = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');

export interface WranglerRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the output. */
export async function runWrangler(args: readonly string[]): Promise<WranglerRun> {
  const child = spawnWrangler(args, ['ignore', 'pipe', 'pipe']);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  return { exitCode: await waitForExit(child), ...output };
}

/** Without questions, metrics, update notices or log files elsewhere. */
export function spawnWrangler(args: readonly string[], stdio: StdioOptions): ChildProcess {
  return spawn(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    stdio,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_WRITE_LOGS: 'false',
    },
  });
}

/** Returns the exit code, 1 after a signal. */
export async function waitForExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
