import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Processor time, user and system, of whole processes: unlike the clock on the wall it says the same on a
 * machine that does other work as well. Read from Linux's /proc and from bash.
 */

const execute = promisify(execFile);

const readWords = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8')).trim().split(/\s+/u);

/** Milliseconds that the processes started by this one, and still running, have used, with all their threads. */
export const readChildrenMs = async (): Promise<number> => {
  let nanoseconds = 0;
  for (const task of await readdir('/proc/self/task')) {
    for (const pid of await readWords(`/proc/self/task/${task}/children`)) {
      for (const thread of pid === '' ? [] : await readdir(`/proc/${pid}/task`)) {
        const [used] = await readWords(`/proc/${pid}/task/${thread}/schedstat`);
        nanoseconds += Number(used);
      }
    }
  }
  return nanoseconds / 1e6;
};

/** Runs a command to its end and says how many milliseconds it used. */
export const timeCommand = async (command: string, args: readonly string[]): Promise<number> => {
  const { stderr } = await execute('bash', [
    '-c',
    'TIMEFORMAT="%3U %3S"; time "$@"',
    'bash',
    command,
    ...args,
  ]);
  const [user = Number.NaN, system = Number.NaN] = stderr
    .trim()
    .split(/\s+/u)
    .slice(-2)
    .map(Number);
  return 1000 * (user + system);
};
