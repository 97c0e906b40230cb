import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  convertV4MiniflareOptions,
  Miniflare,
  type V4ModuleDefinition,
  type V4WorkerOptions,
} from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from 'wrangler';

const ROOT = join(import.meta.dirname, '../..');
const CONFIG_PATH = join(ROOT, 'wrangler.toml');
const MIGRATIONS_PATH = join(ROOT, 'migrations');
const KEY_RING = `bench:${'A'.repeat(43)}`;

const execute = promisify(execFile);

export interface RunningWorker extends AsyncDisposable {
  /** A socket of workerd that leads straight to the Worker. */
  readonly url: URL;
  /** The local runtime's front door, as every local request takes it. */
  readonly entry: URL;
  readonly runtime: Miniflare;
}

/** Starts one Worker straight on the local runtime. */
export const startWorker = async (options: V4WorkerOptions): Promise<RunningWorker> => {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [{ ...options, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }],
    }),
  );
  const entry = await runtime.ready;
  return {
    entry,
    url: await runtime.unsafeGetDirectURL(),
    runtime,
    [Symbol.asyncDispose]: () => runtime.dispose(),
  };
};

const bundle = async (folder: string): Promise<V4ModuleDefinition[]> => {
  await execute(
    join(ROOT, 'node_modules/.bin/wrangler'),
    ['deploy', '--dry-run', '--config', CONFIG_PATH, '--outdir', folder],
    { cwd: ROOT, env: { ...process.env, WRANGLER_SEND_METRICS: 'false' } },
  );
  const files = (await readdir(folder)).filter((name) => /\.(?:js|sql|wasm|txt|html)$/u.test(name));
  // The runtime takes the first module as the Worker.
  files.sort((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')));
  return Promise.all(
    files.map(async (name): Promise<V4ModuleDefinition> => {
      const path = join(folder, name);
      if (name.endsWith('.wasm')) {
        return { type: 'CompiledWasm', path, contents: new Uint8Array(await readFile(path)) };
      }
      const type = name.endsWith('.js') ? 'ESModule' : 'Text';
      return { type, path, contents: await readFile(path, 'utf8') };
    }),
  );
};

const migrate = async (runtime: Miniflare): Promise<void> => {
  const database = await runtime.getD1Database('DB');
  for (const name of (await readdir(MIGRATIONS_PATH)).toSorted()) {
    const sql = await readFile(join(MIGRATIONS_PATH, name), 'utf8');
    await database.batch(unstable_splitSqlQuery(sql).map((query) => database.prepare(query)));
  }
};

/** Bundles Tintype as a deployment would and starts it, with all its bindings and an empty, migrated database. */
export const startTintype = async (vars: Record<string, string> = {}): Promise<RunningWorker> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const { workerOptions } = unstable_getMiniflareWorkerOptions(CONFIG_PATH);
    const worker = await startWorker({
      ...workerOptions,
      name: 'tintype',
      bindings: { ...(workerOptions['bindings'] as object), KEY_RING, ...vars },
      modulesRoot: folder,
      modules: await bundle(folder),
    });
    await migrate(worker.runtime);
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
