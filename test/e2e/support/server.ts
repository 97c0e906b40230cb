import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CRON_PATH,
  CRON_SECRET_HEADER,
  CRON_SECRET_VARIABLE,
} from '../../../scripts/support/cron.ts';
import { findPort } from './find-port.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const READY_LINE = /^Tintype is ready at (\S+)$/mu;
const STOP_DEADLINE_MS = 15_000;
const CRON_SECRET = 'secret of the tests';

export interface StartOptions {
  /** Vars of the Worker beside wrangler.toml's. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Folder of the state; by default a temporary one, erased by `stop`. */
  readonly persistTo?: string;
  /** Further options of `npm start`. */
  readonly args?: readonly string[];
  /** Folder of the project or a clone. */
  readonly root?: string;
}

export interface Server {
  readonly baseUrl: string;
  readonly persistTo: string;
  /** Process group of the server. */
  readonly processGroup: number;
  /** All output so far. */
  log(): string;
  /** Ends the server and its child processes. */
  stop(): Promise<void>;
}

export interface CommandRun {
  readonly exitCode: number | null;
  readonly output: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
}

/** Runs an npm script in its own process group. */
export function launch(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  root = ROOT,
): Running {
  return launchProgram('node', [join(root, 'scripts', 'run.mjs'), command, ...args], env);
}

/** Runs a program in a folder, in a process group of its own. */
export function launchProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  folder?: string,
): Running {
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const running = { child, ended, output: () => output };
  // An interrupted test run would leave the server running.
  const end = (): void => signalGroup(running, 'SIGKILL');
  process.once('exit', end);
  child.once('close', () => process.removeListener('exit', end));
  return running;
}

/** Ends a program and all that it started. */
export async function stopGroup(running: Running): Promise<void> {
  signalGroup(running, 'SIGTERM');
  const deadline = setTimeout(() => signalGroup(running, 'SIGKILL'), STOP_DEADLINE_MS);
  await running.ended;
  clearTimeout(deadline);
  // Child processes may outlive it.
  signalGroup(running, 'SIGKILL');
}

/** Runs an npm script to its end, with additional environment variables. */
export async function runCommand(
  command: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  root = ROOT,
): Promise<CommandRun> {
  const running = launch(command, args, env, root);
  const exitCode = await running.ended;
  return { exitCode, output: running.output() };
}

/** Runs the cron of a running server. */
export async function runCron(baseUrl: string): Promise<void> {
  const headers = { [CRON_SECRET_HEADER]: CRON_SECRET };
  const { status } = await fetch(`${baseUrl}${CRON_PATH}`, { headers });
  if (status !== 200) throw new Error(`the cron answers ${String(status)}`);
}

/** Runs `npm start` on a free port, and waits until it is ready. */
export async function startServer(options: StartOptions = {}): Promise<Server> {
  const persistTo = options.persistTo ?? mkdtempSync(join(tmpdir(), 'tintype-'));
  const vars = Object.entries(options.vars ?? {}).flatMap(([name, value]) => [
    '--var',
    `${name}:${value}`,
  ]);
  const args = ['--persist-to', persistTo, ...vars, ...(options.args ?? [])];
  const env = { SERVER_PORT: String(await findPort()), [CRON_SECRET_VARIABLE]: CRON_SECRET };
  const running = launch('start', args, env, options.root);
  const stop = async (): Promise<void> => {
    await stopGroup(running);
    if (options.persistTo === undefined) rmSync(persistTo, { recursive: true, force: true });
  };
  const state = { ended: false };
  void running.ended.finally(() => {
    state.ended = true;
  });
  for (;;) {
    const baseUrl = READY_LINE.exec(running.output())?.[1];
    if (baseUrl !== undefined) {
      const processGroup = running.child.pid ?? 0;
      return { baseUrl, persistTo, processGroup, log: running.output, stop };
    }
    if (state.ended) {
      await stop();
      throw new Error(`The server did not start:\n${running.output()}`);
    }
    await sleep(50);
  }
}

function signalGroup({ child }: Running, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
