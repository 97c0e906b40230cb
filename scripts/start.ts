// Serves Tintype on this machine: npm start -- [options of wrangler dev]
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkConfiguration } from './support/check-configuration.ts';
import { checkFrontDoor } from './support/check-front-door.ts';
import { CRON_PATH, CRON_SECRET_HEADER, CRON_SECRET_VARIABLE } from './support/cron.ts';
import { buildConsole } from './support/console-build.ts';
import { applyMigrations } from './support/database.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { getLocal } from './support/local-request.ts';
import { ensureLocalSecrets } from './support/local-secrets.ts';
import { claimPort, parsePort } from './support/port.ts';
import { waitForExit, ROOT, spawnWrangler } from './support/wrangler.ts';

const DEFAULT_PORT = '8080';
const START_DEADLINE_MS = 120_000;
// A server that answers, but not with ready, has this long to change its mind.
const READY_DEADLINE_MS = 5_000;
const CRON_INTERVAL_MS = 60_000;
// The runtime takes requests for the cron under its own names alone, whatever the server listens on.
const CRON_HOST = 'localhost';
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/u;

type Options = ReturnType<typeof readOptions>;

await runScript(async () => main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  // Whoever reads the output has gone: npm start | head.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
  const options = readOptions(args);
  const port = await claimPort(options.ip ?? 'localhost', options.port);
  if (ensureLocalSecrets(ROOT)) say('Made a local secret key in .dev.vars');
  checkConfiguration(args);
  say('Applying migrations to the local database, building the console…');
  await Promise.all([
    applyMigrations({ remote: false, persistTo: options.persistTo }),
    buildConsole(),
  ]);

  removeRequestStore(options);

  say('Starting the server…');
  const cronSecret = process.env[CRON_SECRET_VARIABLE] ?? randomUUID();
  const server = serve(options, port, args, cronSecret);
  const letThrough = holdOutput(server);
  const end = { stopping: false, ended: false };
  const ended = waitForExit(server).finally(() => {
    end.ended = true;
  });
  const stop = (): void => {
    end.stopping = true;
    server.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // However this process ends, the server does not outlive it.
  process.on('exit', stop);

  const baseUrl = `${options.protocol}://${hostOf(options)}:${String(port)}`;
  try {
    await waitUntilReady(baseUrl, () => end.ended);
    await checkFrontDoor(baseUrl, CRON_HOST);
  } catch (error) {
    if (end.stopping) return 0;
    letThrough('all');
    stop();
    await ended;
    throw error;
  }
  letThrough('new');
  announce(baseUrl, options.ip);
  const cron = fireCron(baseUrl, cronSecret);
  const exitCode = await ended;
  clearInterval(cron);
  if (end.stopping) return 0;
  throw new ScriptError(`The server ended by itself with exit code ${String(exitCode)}.`);
}

/** Reads what this script itself needs of the options, which all go to wrangler dev. */
function readOptions(args: string[]) {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    strict: false,
    options: { port: option, ip: option, 'local-protocol': option, 'persist-to': option },
  });
  const text = (name: keyof typeof values): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const port = text('port');
  return {
    port:
      port === undefined
        ? parsePort(process.env['SERVER_PORT'] ?? DEFAULT_PORT, 'SERVER_PORT')
        : parsePort(port, '--port'),
    portGiven: port !== undefined,
    ip: text('ip'),
    protocol: text('local-protocol') ?? 'http',
    persistTo: text('persist-to'),
  };
}

/** Removes the requests, tokens in their URLs among them, that the runtime recorded before it was told not to. */
function removeRequestStore({ persistTo = join(ROOT, '.wrangler', 'state') }: Options): void {
  rmSync(join(persistTo, 'v3', 'observability'), { recursive: true, force: true });
}

/** An address of IPv6 stands in brackets in a URL. */
function hostOf({ ip = 'localhost' }: Options): string {
  return ip.includes(':') && !ip.startsWith('[') ? `[${ip}]` : ip;
}

function serve(
  options: Options,
  port: number,
  args: readonly string[],
  cronSecret: string,
): ChildProcess {
  return spawnWrangler(
    [
      'dev',
      ...(options.portGiven ? [] : ['--port', String(port)]),
      '--inspector-port=0',
      '--show-interactive-dev-session=false',
      `--var=SERVER_PORT:${String(port)}`,
      ...args,
    ],
    ['ignore', 'pipe', 'pipe'],
    {
      // `--import` would make Node parse wrangler, which is CommonJS, once more, for the names that it exports.
      nodeArgs: ['--require', join(import.meta.dirname, 'support', 'front-door.ts')],
      env: {
        [CRON_SECRET_VARIABLE]: cronSecret,
        // A console for every binding, SQL included, and a store of all requests with their URLs; neither asks who
        // is there.
        X_LOCAL_EXPLORER: 'false',
        X_LOCAL_OBSERVABILITY: 'false',
        // No port through which other development servers reach this one.
        WRANGLER_REGISTRY_PATH: '',
      },
    },
  );
}

/** Holds back what a child writes until it is let through, with or without what came before. */
function holdOutput(child: ChildProcess): (show: 'all' | 'new') => void {
  const held: (() => void)[] = [];
  let write = (print: () => void): void => void held.push(print);
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => write(() => process[name].write(chunk)));
  }
  return (show) => {
    if (show === 'all') for (const print of held) print();
    write = (print) => print();
  };
}

/**
 * Waits until /ready answers 200.
 * @throws {ScriptError} with the server's last answer when it does not.
 */
async function waitUntilReady(baseUrl: string, hasEnded: () => boolean): Promise<void> {
  let deadline = Date.now() + START_DEADLINE_MS;
  let refusal: string | undefined;
  while (Date.now() < deadline && !hasEnded()) {
    const answer = await getLocal(`${baseUrl}/ready`, 10_000).catch(() => null);
    if (answer?.status === 200) return;
    if (answer !== null) {
      if (refusal === undefined) deadline = Math.min(deadline, Date.now() + READY_DEADLINE_MS);
      refusal = answer.text;
    }
    await sleep(200);
  }
  if (hasEnded())
    throw new ScriptError('The server ended before it was ready; its messages are above.');
  throw new ScriptError(
    `The server did not get ready. ${refusal === undefined ? 'It did not answer.' : `It says: ${refusal}`}`,
  );
}

function announce(baseUrl: string, ip: string | undefined): void {
  say(`Tintype is ready at ${baseUrl}`);
  if (ip !== undefined && !LOOPBACK.test(ip)) {
    say(
      `It listens on ${ip}, so other machines may reach it; nothing but the Worker answers them.`,
    );
  }
  say('Open it in a browser, or, in another terminal:');
  say(`  npm run upload -- --url ${baseUrl} --username NAME --register EMAIL PHOTO.jpg`);
  say(`The API is described at ${baseUrl}/api/v1/docs. Ctrl-C ends the server.`);
}

/** Fires the cron every minute, as production does; the local runtime does not. */
function fireCron(baseUrl: string, secret: string): NodeJS.Timeout {
  return setInterval(() => {
    runCron(baseUrl, secret).catch((error: unknown) =>
      console.error(`The cron run failed: ${String(error)}`),
    );
  }, CRON_INTERVAL_MS);
}

async function runCron(baseUrl: string, secret: string): Promise<void> {
  const { status, text } = await getLocal(`${baseUrl}${CRON_PATH}`, CRON_INTERVAL_MS, {
    Host: CRON_HOST,
    [CRON_SECRET_HEADER]: secret,
  });
  if (status !== 200) throw new Error(text);
}

function say(line: string): void {
  console.log(line);
}
