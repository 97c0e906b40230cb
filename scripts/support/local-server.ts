import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as Runtime from 'miniflare';
import type * as Wrangler from 'wrangler';
import { SOCKET_PLUGIN, type SocketOptions } from '../front-door/socket-plugin.ts';
import { CRON_PATH, CRON_SECRET_HEADER, ECHO_PATH } from './cron.ts';
import { ScriptError } from './fail.ts';
import type { StartOptions } from './start-options.ts';
import { bundle } from './worker-bundle.ts';
import { readWranglerConfig } from './wrangler-config.ts';
import { ROOT } from './wrangler.ts';

// `import` would parse these packages again, for the names that they export.
const require = createRequire(import.meta.url);
const CONFIG = join(ROOT, 'wrangler.toml');
const FRONT_DOOR = join(import.meta.dirname, '..', 'front-door', 'worker.mjs');
const LOOPBACK = '127.0.0.1';

interface ServerOptions extends StartOptions {
  /** Required to run the cron. */
  readonly secret: string;
  /** Output of the Worker and the runtime. */
  readonly log: (line: string, isError: boolean) => void;
}

export interface LocalServer extends AsyncDisposable {
  /** Without `modules` it keeps its Worker, and serves the console's current files. */
  restart(modules?: readonly Runtime.V4ModuleDefinition[]): Promise<void>;
}

/** As for a deployment. @throws {ScriptError} with wrangler's message. */
export async function bundleWorker(): Promise<Runtime.V4ModuleDefinition[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-worker-'));
  try {
    return await bundle(ROOT, CONFIG, folder);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new ScriptError(`The Worker could not be bundled.\n${stderr ?? String(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The port leads to the Worker of scripts/front-door and from there to Tintype. The local runtime's own entrance, which
 * trusts headers and answers paths of its own, gets another port of this machine, which changes.
 * @throws {Error} of the runtime when it cannot start.
 */
export async function startServer(
  options: ServerOptions,
  modules: readonly Runtime.V4ModuleDefinition[],
): Promise<LocalServer> {
  const { convertV4MiniflareOptions, Miniflare } = require('miniflare') as typeof Runtime;
  let latest = modules;
  const configure = () =>
    convertV4MiniflareOptions({
      host: LOOPBACK,
      cf: false,
      resourcePersistencePath: join(options.persistTo ?? join(ROOT, '.wrangler', 'state'), 'v3'),
      handleStructuredLogs: ({ level, message }) =>
        options.log(message, level === 'error' || level === 'warn'),
      ...readCertificate(options),
      workers: [describeTintype(options, latest), describeFrontDoor(options)],
    });
  const runtime = new Miniflare(configure());
  await runtime.ready;
  return {
    restart: async (changed = latest) => {
      latest = changed;
      await runtime.setOptions(configure());
    },
    [Symbol.asyncDispose]: () => runtime.dispose(),
  };
}

function readCertificate({ protocol, keyPath, certificatePath }: StartOptions) {
  if (protocol === 'http') return {};
  if (keyPath === undefined || certificatePath === undefined) return { https: true };
  return {
    httpsKey: readFileSync(keyPath, 'utf8'),
    httpsCert: readFileSync(certificatePath, 'utf8'),
  };
}

function describeTintype(
  { port, vars }: ServerOptions,
  modules: readonly Runtime.V4ModuleDefinition[],
): Runtime.V4WorkerOptions {
  // Otherwise wrangler reports the files of secrets.
  process.env['WRANGLER_LOG'] ??= 'warn';
  const { unstable_getMiniflareWorkerOptions } = require('wrangler') as typeof Wrangler;
  const { workerOptions } = unstable_getMiniflareWorkerOptions(CONFIG);
  const bindings = workerOptions['bindings'] as Runtime.V4WorkerOptions['bindings'];
  return {
    ...workerOptions,
    name: readWranglerConfig().name,
    modulesRoot: dirname(modules[0]?.path ?? ROOT),
    modules: [...modules],
    bindings: { ...bindings, SERVER_PORT: String(port), ...vars },
  };
}

/** Brackets for an IPv6 address. */
export function urlHostOf({ ip = 'localhost' }: Pick<StartOptions, 'ip'>): string {
  return ip.includes(':') && !ip.startsWith('[') ? `[${ip}]` : ip;
}

/** The Worker that listens on the port, in front of Tintype. */
export function describeFrontDoor(
  options: Pick<ServerOptions, 'ip' | 'port' | 'secret'>,
): Runtime.V4WorkerOptions {
  const { name, compatibility_date } = readWranglerConfig();
  const socket: SocketOptions = { address: `${urlHostOf(options)}:${String(options.port)}` };
  return {
    name: 'front-door',
    modules: [{ type: 'ESModule', path: FRONT_DOOR, contents: readFileSync(FRONT_DOOR, 'utf8') }],
    modulesRoot: dirname(FRONT_DOOR),
    compatibilityDate: compatibility_date,
    // Lets the Worker run the cron.
    compatibilityFlags: ['service_binding_extra_handlers'],
    serviceBindings: { TINTYPE: name },
    bindings: {
      SECRET: options.secret,
      SECRET_HEADER: CRON_SECRET_HEADER,
      CRON_PATH,
      ECHO_PATH,
    },
    unsafeBindings: [
      { name: 'SOCKET', type: SOCKET_PLUGIN.name, plugin: SOCKET_PLUGIN, options: { ...socket } },
    ],
  };
}
