import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { ScriptError } from './fail.ts';

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

/** Returns what it prints. @throws {ScriptError} with its message when it fails. */
export async function readFromWrangler(args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runWrangler(args);
  if (exitCode === 0) return stdout;
  throw new ScriptError(
    `${stdout}${stderr}\nwrangler ${args.slice(0, 2).join(' ')} failed; the reason is above.`,
  );
}

/** Without questions, metrics, update notices or log files elsewhere. */
export function spawnWrangler(
  args: readonly string[],
  stdio: StdioOptions,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    stdio,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_WRITE_LOGS: 'false',
      ...env,
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
