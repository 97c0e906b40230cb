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

// `import` would parse the megabytes of these packages once more, for the names that they export.
const require = createRequire(import.meta.url);
const CONFIG = join(ROOT, 'wrangler.toml');
const FRONT_DOOR = join(import.meta.dirname, '..', 'front-door', 'worker.mjs');
const LOOPBACK = '127.0.0.1';

interface ServerOptions extends StartOptions {
  /** Who shows it may run the cron. */
  readonly secret: string;
  /** Takes what the Worker and the runtime write. */
  readonly log: (line: string, isError: boolean) => void;
}

/** Tintype on the local runtime. */
export interface LocalServer extends AsyncDisposable {
  /** Starts the Worker again: with `modules`, or with what it has, for the console's files as they are by then. */
  restart(modules?: readonly Runtime.V4ModuleDefinition[]): Promise<void>;
}

/**
 * Bundles Tintype's Worker as a deployment would.
 * @throws {ScriptError} with wrangler's words when it cannot be bundled.
 */
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
 * Serves a bundled Worker with all its bindings. Its port leads to the Worker of scripts/front-door and from there to
 * Tintype: past the local runtime's own entrance, which believes headers and answers paths of its own. That entrance
 * stays on a port of this machine that changes.
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
  // It would say where it has found secrets.
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

/** An address of IPv6 stands in brackets in a URL. */
export function urlHostOf({ ip = 'localhost' }: Pick<StartOptions, 'ip'>): string {
  return ip.includes(':') && !ip.startsWith('[') ? `[${ip}]` : ip;
}

function describeFrontDoor(options: ServerOptions): Runtime.V4WorkerOptions {
  const { name, compatibility_date } = readWranglerConfig();
  const socket: SocketOptions = { address: `${urlHostOf(options)}:${String(options.port)}` };
  return {
    name: 'front-door',
    modules: [{ type: 'ESModule', path: FRONT_DOOR, contents: readFileSync(FRONT_DOOR, 'utf8') }],
    modulesRoot: dirname(FRONT_DOOR),
    compatibilityDate: compatibility_date,
    // Lets it run the cron.
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
