import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Miniflare } from 'miniflare';

const ROOT = join(import.meta.dirname, '../..');
const COMPATIBILITY_DATE = '2026-10-01';

const run = promisify(execFile);

/** Writes a configuration with which wrangler bundles a Worker. */
export const writeConfig = async (folder: string, entry: string): Promise<string> => {
  const path = join(folder, 'wrangler.json');
  const config = {
    name: 'bench',
    main: entry,
    compatibility_date: COMPATIBILITY_DATE,
    compatibility_flags: ['nodejs_compat'],
  };
  await writeFile(path, JSON.stringify(config));
  return path;
};

/**
 * Bundles a Worker as a deployment would, and starts it on the local runtime without a proxy.
 * @param databases names of bindings, each an empty D1 database.
 */
export const startBenchWorker = async (
  entry: string,
  databases: readonly string[] = [],
): Promise<Miniflare> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const config = await writeConfig(folder, entry);
    const out = join(folder, 'out');
    await run(
      join(ROOT, 'node_modules/.bin/wrangler'),
      ['deploy', '--dry-run', '--config', config, '--outdir', out],
      { env: { ...process.env, WRANGLER_SEND_METRICS: 'false' } },
    );
    const files = await readdir(out);
    const mainModule = files.find((name) => name.endsWith('.js')) ?? '';
    const kept = [mainModule, ...files.filter((name) => name.endsWith('.wasm'))];
    const modules = await Promise.all(
      kept.map(async (path) => [
        path,
        {
          type: path === mainModule ? ('esm' as const) : ('wasm' as const),
          contents: new Uint8Array(await readFile(join(out, path))),
        },
      ]),
    );
    const worker = new Miniflare({
      cf: false,
      logRequests: false,
      workers: [
        {
          config: {
            name: 'bench',
            compatibilityDate: COMPATIBILITY_DATE,
            compatibilityFlags: ['nodejs_compat'],
            manifest: { mainModule, modules: Object.fromEntries(modules) },
            env: Object.fromEntries(databases.map((name) => [name, { type: 'd1', id: name }])),
          },
        },
      ],
    });
    await worker.ready;
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
