// Loaded into wrangler's own process by `npm start`, before wrangler (see start.ts).
import { createRequire } from 'node:module';
import { Server } from 'node:net';
import { join, relative } from 'node:path';
import { CRON_PATH, CRON_SECRET_HEADER, CRON_SECRET_VARIABLE } from './cron.ts';

/**
 * The local runtime answers some paths before the Worker: it runs the cron and serves every object in the bucket,
 * whoever asks. Its front door is a Worker of wrangler's that hands each request on; here it gets a Worker before
 * it, which lets none of those paths through but the cron's, and that only to who knows the secret of this start.
 * Where it listens on all addresses, the socket through which the runtime calls wrangler back does not.
 */

/** What is looked at of the options of a runtime. */
interface RuntimeOptions {
  readonly workers?: readonly {
    readonly name?: string;
    readonly modulesRoot?: string;
    readonly modules?: readonly { readonly path: string }[];
  }[];
}

interface Miniflare {
  convertV4MiniflareOptions(options: RuntimeOptions): unknown;
}

const FRONT_DOOR = 'ProxyWorker';
const GUARD = 'front-door.mjs';
/** Paths of the runtime itself, and one that the Worker answers with 404. */
const OWN_PREFIXES = ['/cdn-cgi/', '/__cf_local/'];
const UNKNOWN_PATH = '/cdn-cgi';
const ALL_ADDRESSES: ReadonlySet<unknown> = new Set(['0.0.0.0', '::', '*']);
const LOOPBACK = '127.0.0.1';

// The launcher of wrangler's process is loaded with this, too, and needs none of it.
if (process.argv[1]?.endsWith('cli.js') === true) {
  guardFrontDoor(process.argv[1]);
  keepSocketsLocal();
}

function guardFrontDoor(wrangler: string): void {
  const require = createRequire(wrangler);
  const path = require.resolve('miniflare');
  const miniflare = require(path) as Miniflare;
  const loaded = require.cache[path];
  if (loaded === undefined) throw new Error('the local runtime cannot be guarded');
  const convert = (options: RuntimeOptions) =>
    miniflare.convertV4MiniflareOptions(guardOptions(options));
  loaded.exports = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(miniflare),
      convertV4MiniflareOptions: { value: convert, enumerable: true },
    },
  );
}

/** What listens for other machines is the runtime, a process of its own. */
function keepSocketsLocal(): void {
  const { listen } = Server.prototype;
  const listenLocally = function (this: Server, ...args: unknown[]): unknown {
    const [port, host, ...others] = args;
    const local = ALL_ADDRESSES.has(host) ? [port, LOOPBACK, ...others] : args;
    return Reflect.apply(listen, this, local);
  };
  Server.prototype.listen = listenLocally as typeof listen;
}

function guardOptions(options: RuntimeOptions): RuntimeOptions {
  const [worker, ...workers] = options.workers ?? [];
  if (worker?.name !== FRONT_DOOR) return options;
  const { modules: [proxy, ...others] = [], modulesRoot } = worker;
  if (proxy === undefined || modulesRoot === undefined) {
    throw new Error('the front door cannot be guarded');
  }
  const guard = {
    type: 'ESModule',
    path: join(modulesRoot, GUARD),
    contents: writeGuard(relative(modulesRoot, proxy.path)),
  };
  return { ...options, workers: [{ ...worker, modules: [guard, proxy, ...others] }, ...workers] };
}

function writeGuard(proxy: string): string {
  return `
    import proxy from './${proxy}';
    export * from './${proxy}';
    const PREFIXES = ${JSON.stringify(OWN_PREFIXES)};
    const SECRET = ${JSON.stringify(process.env[CRON_SECRET_VARIABLE] ?? '')};
    export default {
      fetch(request, env, ctx) {
        const url = new URL(request.url);
        if (PREFIXES.some((prefix) => url.pathname.startsWith(prefix)) && !isAllowed(request, url, env)) {
          url.pathname = '${UNKNOWN_PATH}';
          request = new Request(url, request);
        }
        return proxy.fetch(request, env, ctx);
      },
    };
    function isAllowed({ headers }, { pathname }, env) {
      return headers.get('Authorization') === env.PROXY_CONTROLLER_AUTH_SECRET ||
        (pathname === '${CRON_PATH}' && SECRET !== '' && headers.get('${CRON_SECRET_HEADER}') === SECRET);
    }
  `;
}
