import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Processor time, user and system, of whole processes: unlike wall-clock time it is independent of other load. Read
 * from Linux's /proc and from bash.
 */

const execute = promisify(execFile);
/** Linux counts 100 a second for programs, whatever its own clock. */
const TICK_MS = 10;

/** Ids of this process's running children. */
export function listChildren(): number[] {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readWords(`/proc/self/task/${task}/children`).filter(Boolean).map(Number),
  );
}

/** Milliseconds used by a process, with all its threads. */
export function readProcessMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [used] = readWords(`/proc/${pid}/task/${thread}/schedstat`);
    nanoseconds += Number(used);
  }
  return nanoseconds / 1e6;
}

/** Whether a thread of a process is running, or waits for a processor or the disk. */
export function isProcessBusy(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((thread) =>
    /\) [RD] /u.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
  );
}

/** Milliseconds used by this process's running children, with all their threads. */
export async function readChildrenMs(): Promise<number> {
  return listChildren().reduce((sum, pid) => sum + readProcessMs(pid), 0);
}

/** The same in steps of 10 ms, with the threads that have ended: a program may start some for each image. */
export function readChildrenTicksMs(): number {
  return listChildren().reduce((sum, pid) => {
    // User and system time follow eleven fields after the name (proc(5)).
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11).map(Number);
    return sum + TICK_MS * ((user ?? 0) + (system ?? 0));
  }, 0);
}

/** Runs a command to its end and returns its processor milliseconds. */
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
