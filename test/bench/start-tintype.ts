import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  convertV4MiniflareOptions,
  Miniflare,
  type V4ModuleDefinition,
  type V4WorkerOptions,
} from 'miniflare';
import type * as Wrangler from 'wrangler';

import { bundle } from '../../scripts/support/worker-bundle.ts';
import { listChildren } from './process-time.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEY_RING = `bench:${'A'.repeat(43)}`;

const execute = promisify(execFile);

export interface RunningWorker extends AsyncDisposable {
  /** A socket of workerd that leads straight to the Worker. */
  readonly url: URL;
  /** The local runtime's front door for every local request. */
  readonly entry: URL;
  readonly runtime: Miniflare;
}

export interface TintypeOptions {
  /** A checkout with its packages; this one by default. */
  readonly root?: string;
  /** Vars of the Worker beside wrangler.toml's. */
  readonly vars?: Record<string, string>;
  /** Replaces the consumers of wrangler.toml. */
  readonly queueConsumers?: NonNullable<V4WorkerOptions['queueConsumers']>;
  /** Discards the Worker's log, which is printed otherwise. */
  readonly isQuiet?: boolean;
  /** Runs the objects of these bindings in a process of their own. */
  readonly apart?: readonly ApartBinding[];
  /** Spreads the transforming objects over as many processes, which have a processor each like any other. */
  readonly transformerProcesses?: number;
  /** Further Workers in its process. */
  readonly beside?: readonly V4WorkerOptions[];
  /** Serves the console's files beside the Worker: the local runtime then puts a Worker of its own in front. */
  readonly hasAssets?: boolean;
}

interface StartOptions extends Pick<TintypeOptions, 'beside' | 'isQuiet'> {
  /** A folder through which the Workers of several processes find each other. */
  readonly registry?: string;
  /** Folder of databases, objects and caches; in memory by default. */
  readonly stateFolder?: string;
  /** Port of the front door; a free one by default. */
  readonly port?: number;
  /** Whether the front door uses TLS, with a self-signed certificate. */
  readonly isSecure?: boolean;
}

const DOOR = 'door';

/** Starts one Worker straight on the local runtime. */
export async function startWorker(
  options: V4WorkerOptions,
  {
    isQuiet = false,
    registry,
    stateFolder,
    port,
    isSecure = false,
    beside = [],
  }: StartOptions = {},
): Promise<RunningWorker> {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      ...(registry === undefined ? {} : { unsafeDevRegistryPath: registry }),
      ...(stateFolder === undefined ? {} : { resourcePersistencePath: stateFolder }),
      ...(isQuiet ? { handleStructuredLogs: () => undefined } : {}),
      ...(port === undefined ? {} : { host: 'localhost', port }),
      https: isSecure,
      workers:
        options.assets === undefined
          ? [{ ...options, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }, ...beside]
          : [options, makeDoor(options.name ?? '')],
    }),
  );
  const entry = await runtime.ready;
  return {
    entry,
    url: await runtime.unsafeGetDirectURL(options.assets === undefined ? undefined : DOOR),
    runtime,
    [Symbol.asyncDispose]: () => runtime.dispose(),
  };
}

/** Applies a checkout's migrations to an empty database. */
export async function migrate(runtime: Miniflare, root = ROOT): Promise<void> {
  const { unstable_splitSqlQuery: split } = loadWrangler();
  const database = await runtime.getD1Database('DB');
  const migrations = join(root, 'migrations');
  for (const name of (await readdir(migrations)).toSorted()) {
    const sql = await readFile(join(migrations, name), 'utf8');
    await database.batch(split(sql).map((query) => database.prepare(query)));
  }
}

export interface Bundle {
  readonly modulesRoot: string;
  readonly modules: V4ModuleDefinition[];
}

/** Objects that compute for long, by their bindings. */
const APART = { PASSWORD_HASHER: 'PasswordHasher', TRANSFORMER: 'Transformer' } as const;
const APART_NAME = 'apart';

type ApartBinding = keyof typeof APART;

/** Gives a process the lowest scheduling priority. */
async function makeIdle(pid: number): Promise<void> {
  try {
    await execute('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)]);
  } catch {
    // The best available without that program.
    setPriority(pid, constants.priority.PRIORITY_LOW);
  }
}

/**
 * Starts the Worker in one process, and some of its objects in another. The local runtime keeps all objects of a process
 * on the thread that answers requests; the platform separates the two.
 */
async function startInTwoProcesses(
  tintype: V4WorkerOptions & Bundle,
  options: TintypeOptions,
): Promise<RunningWorker> {
  await using started = new AsyncDisposableStack();
  const registry = await makeFolder(started, 'tintype-registry-');
  const stateFolder = await makeFolder(started, 'tintype-state-');
  const objects = Object.fromEntries(
    (options.apart ?? []).map((binding) => [
      binding,
      { className: APART[binding], scriptName: APART_NAME, useSQLite: true },
    ]),
  );
  const known = new Set(listChildren());
  const apart = describeApart(tintype, objects);
  started.use(await startWorker(apart, { ...options, registry, stateFolder, beside: [] }));
  // On the platform they have machines of their own: here they get only idle processors.
  for (const pid of listChildren()) if (!known.has(pid)) await makeIdle(pid);
  const worker = await startWorker(
    { ...tintype, durableObjects: { ...tintype.durableObjects, ...objects } },
    { ...options, registry, stateFolder },
  );
  started.use(worker);
  const running = started.move();
  return { ...worker, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Each transforming object is in one of several processes, as the platform spreads objects over machines. */
async function startWithTransformers(
  tintype: V4WorkerOptions & Bundle,
  options: TintypeOptions,
  count: number,
): Promise<RunningWorker> {
  await using started = new AsyncDisposableStack();
  const registry = await makeFolder(started, 'tintype-registry-');
  const stateFolder = await makeFolder(started, 'tintype-state-');
  const className = APART.TRANSFORMER;
  const bound: NonNullable<V4WorkerOptions['durableObjects']> = { ...tintype.durableObjects };
  for (let index = 0; index < count; index += 1) {
    const scriptName = `${APART_NAME}-${String(index)}`;
    const object = { className, scriptName, useSQLite: true };
    const apart = { ...describeApart(tintype, { TRANSFORMER: object }), name: scriptName };
    started.use(await startWorker(apart, { ...options, registry, stateFolder, beside: [] }));
    bound[`TRANSFORMER_${String(index)}`] = object;
  }
  const modules = [makeSpreader(tintype.modulesRoot, count), ...tintype.modules];
  const worker = await startWorker(
    { ...tintype, modules, durableObjects: bound },
    { ...options, registry, stateFolder },
  );
  started.use(worker);
  const running = started.move();
  return { ...worker, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Takes the place of the Worker's first module, and gives it one namespace for those of all processes. */
function makeSpreader(modulesRoot: string, count: number): V4ModuleDefinition {
  const contents = `
    import worker from './index.js';
    export * from './index.js';
    const known = new WeakMap();
    const spread = (env) => {
      if (!known.has(env)) {
        const getByName = (name) => env['TRANSFORMER_' + (Number(name.split('-').at(-1)) % ${String(count)})].getByName(name);
        known.set(env, { ...env, TRANSFORMER: { getByName } });
      }
      return known.get(env);
    };
    export default Object.fromEntries(Object.entries(worker).map(([name, handle]) =>
      [name, (event, env, ctx) => handle(event, spread(env), ctx)]));`;
  return { type: 'ESModule', path: join(modulesRoot, 'spreader.js'), contents };
}

/** The same code without the Worker's own work. */
function describeApart(
  tintype: V4WorkerOptions & Bundle,
  durableObjects: NonNullable<V4WorkerOptions['durableObjects']>,
): V4WorkerOptions {
  const { queueConsumers: _consumers, queueProducers: _producers, ...rest } = tintype;
  return { ...rest, name: APART_NAME, durableObjects };
}

async function makeFolder(started: AsyncDisposableStack, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles Tintype as a deployment would into a folder, and returns it with all its bindings. */
export async function bundleTintype(
  folder: string,
  { root = ROOT, vars, queueConsumers, hasAssets = false }: TintypeOptions = {},
): Promise<V4WorkerOptions & Bundle> {
  const config = join(root, 'wrangler.toml');
  const { workerOptions } = loadWrangler().unstable_getMiniflareWorkerOptions(config);
  if (!hasAssets) Reflect.deleteProperty(workerOptions, 'assets');
  return {
    ...workerOptions,
    ...(queueConsumers === undefined ? {} : { queueConsumers }),
    name: 'tintype',
    bindings: { ...(workerOptions['bindings'] as object), KEY_RING, ...vars },
    modulesRoot: folder,
    modules: await bundle(root, config, folder),
  };
}

function startProcesses(
  tintype: V4WorkerOptions & Bundle,
  options: TintypeOptions,
): Promise<RunningWorker> {
  const { apart, transformerProcesses } = options;
  if (transformerProcesses !== undefined) {
    return startWithTransformers(tintype, options, transformerProcesses);
  }
  return apart === undefined
    ? startWorker(tintype, options)
    : startInTwoProcesses(tintype, options);
}

/** Bundles Tintype as a deployment would and starts it, with all its bindings and an empty, migrated database. */
export async function startTintype(options: TintypeOptions = {}): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const tintype = await bundleTintype(folder, options);
    const worker = await startProcesses(tintype, options);
    await migrate(worker.runtime, options.root);
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A socket of another Worker leads to one with assets itself, without the routing in front of its own sockets. */
function makeDoor(serviceName: string): V4WorkerOptions {
  return {
    name: DOOR,
    modules: true,
    script: '',
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0, serviceName }],
  };
}

/** Loads its megabytes only on demand; `import` would parse them again. */
function loadWrangler() {
  return createRequire(import.meta.url)('wrangler') as typeof Wrangler;
}
