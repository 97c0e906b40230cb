import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { ScriptError } from './fail.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

const WRANGLER = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');

/** Returns what it prints. @throws {ScriptError} with its message when it fails. */
export async function readFromWrangler(args: readonly string[]): Promise<string> {
  // A lower level would mix its lines with the answer.
  const child = spawnWrangler(args, ['ignore', 'pipe', 'pipe'], { WRANGLER_LOG: 'log' });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  if ((await waitForExit(child)) === 0) return output.stdout;
  throw new ScriptError(
    `${output.stdout}${output.stderr}\nwrangler ${args.slice(0, 2).join(' ')} failed; the reason is above.`,
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
