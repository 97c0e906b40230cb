import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Processor time, user and system, of whole processes: unlike the clock on the wall it says the same on a
 * machine that does other work as well. Read from Linux's /proc and from bash.
 */

const execute = promisify(execFile);

/** Ids of the processes that this one has started and that still run. */
export function listChildren(): number[] {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readWords(`/proc/self/task/${task}/children`).filter(Boolean).map(Number),
  );
}

/** Milliseconds that a process has used, with all its threads. */
export function readProcessMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [used] = readWords(`/proc/${pid}/task/${thread}/schedstat`);
    nanoseconds += Number(used);
  }
  return nanoseconds / 1e6;
}

/** Whether a thread of a process is at work, or would be if a processor or the disk were free. */
export function isProcessBusy(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((thread) =>
    /\) [RD] /u.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
  );
}

/** Milliseconds that the processes started by this one, and still running, have used, with all their threads. */
export async function readChildrenMs(): Promise<number> {
  return listChildren().reduce((sum, pid) => sum + readProcessMs(pid), 0);
}

/** Runs a command to its end and says how many milliseconds it used. */
export async function timeCommand(command: string, args: readonly string[]): Promise<number> {
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
}

function readWords(path: string): string[] {
  return readFileSync(path, 'utf8').trim().split(/\s+/u);
}
