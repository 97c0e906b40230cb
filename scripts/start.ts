// Serves Tintype on this machine: npm start -- [options]
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfiguration } from './support/check-configuration.ts';
import { checkFrontDoor } from './support/check-front-door.ts';
import { CRON_PATH, CRON_SECRET_HEADER, CRON_SECRET_VARIABLE } from './support/cron.ts';
import { buildConsole } from './support/console-build.ts';
import { applyMigrations } from './support/database.ts';
import { runScript } from './support/fail.ts';
import { getLocal } from './support/local-request.ts';
import { ensureLocalSecrets } from './support/local-secrets.ts';
import { bundleWorker, startServer, urlHostOf, type LocalServer } from './support/local-server.ts';
import { claimPort } from './support/port.ts';
import { readStartOptions, type StartOptions } from './support/start-options.ts';
import { waitUntilReady } from './support/wait-until-ready.ts';
import { watchSources } from './support/watch-sources.ts';
import { ROOT } from './support/wrangler.ts';

const CRON_INTERVAL_MS = 60_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/u;

await runScript(async () => main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  // The reader of the output has gone: npm start | head.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
  // The runtime ends with this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(0));
  }
  const given = readStartOptions(args);
  const options = { ...given, port: await claimPort(given.ip ?? 'localhost', given.port) };
  if (ensureLocalSecrets(ROOT)) say('Made a local secret key in .dev.vars');
  checkConfiguration(options.vars);
  say('Applying migrations to the local database, building the Worker and the console…');
  const [modules] = await Promise.all([
    bundleWorker(),
    applyMigrations({ remote: false, persistTo: options.persistTo }),
    buildConsole(),
  ]);
  removeRequestStore(options);

  say('Starting the server…');
  const chosen = process.env[CRON_SECRET_VARIABLE] ?? '';
  // An empty secret would let in any request with an empty header.
  const secret = chosen === '' ? randomUUID() : chosen;
  const output = holdOutput();
  const baseUrl = `${options.protocol}://${urlHostOf(options)}:${String(options.port)}`;
  try {
    const server = await startServer({ ...options, secret, log: output.write }, modules);
    await waitUntilReady(baseUrl);
    await checkFrontDoor(baseUrl, secret);
    restartOnChange(server);
  } catch (error) {
    output.release('all');
    throw error;
  }
  output.release('new');
  announce(baseUrl, options.ip);
  fireCron(baseUrl, secret);
  return 0;
}

/** Earlier versions let the runtime record requests, with tokens in their URLs. */
function removeRequestStore({
  persistTo = join(ROOT, '.wrangler', 'state'),
}: Pick<StartOptions, 'persistTo'>): void {
  rmSync(join(persistTo, 'v3', 'observability'), { recursive: true, force: true });
}

/** Buffers the server's output until it is released, or dropped. */
function holdOutput() {
  const held: (() => void)[] = [];
  let print = (line: () => void): void => void held.push(line);
  return {
    write: (text: string, isError: boolean): void =>
      print(() => (isError ? process.stderr : process.stdout).write(`${text}\n`)),
    release: (show: 'all' | 'new'): void => {
      if (show === 'all') for (const line of held) line();
      print = (line) => line();
    },
  };
}

/** Handles one change after the other; if bundling fails, the last Worker keeps running. */
function restartOnChange(server: LocalServer): void {
  let last = Promise.resolve();
  watchSources((source) => {
    last = last
      .then(async () => server.restart(source === 'worker' ? await bundleWorker() : undefined))
      .then(
        () => say(`Serving the changed ${source === 'worker' ? 'Worker' : 'console'}`),
        (error: unknown) => console.error(String(error)),
      );
  });
}

function announce(baseUrl: string, ip: string | undefined): void {
  const lines = [`Tintype is ready at ${baseUrl}`];
  if (ip !== undefined && !LOOPBACK.test(ip)) {
    lines.push(
      `It listens on ${ip}, so other machines may reach it; nothing but the Worker answers them.`,
    );
  }
  lines.push(
    'Open it in a browser, or, in another terminal:',
    `  npm run upload -- --url ${baseUrl} --username NAME --register EMAIL PHOTO.jpg`,
    `The API is described at ${baseUrl}/api/v1/docs. Ctrl-C ends the server.`,
  );
  say(lines.join('\n'));
}

/** Every minute, as in production; the local runtime does not. */
function fireCron(baseUrl: string, secret: string): void {
  setInterval(() => {
    runCron(baseUrl, secret).catch((error: unknown) =>
      console.error(`The cron run failed: ${String(error)}`),
    );
  }, CRON_INTERVAL_MS);
}

async function runCron(baseUrl: string, secret: string): Promise<void> {
  const { status, text } = await getLocal(`${baseUrl}${CRON_PATH}`, CRON_INTERVAL_MS, {
    [CRON_SECRET_HEADER]: secret,
  });
  if (status !== 200) throw new Error(text);
}

function say(line: string): void {
  console.log(line);
}
