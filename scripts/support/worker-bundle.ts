import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { V4ModuleDefinition } from 'miniflare';
import { WORKER_ONLY_VARIABLE } from './worker-only.ts';

const execute = promisify(execFile);

/** As for a deployment. */
export async function bundle(
  root: string,
  config: string,
  folder: string,
): Promise<V4ModuleDefinition[]> {
  // Wrangler needs the folder, even if it is empty.
  await mkdir(join(root, 'dist', 'console'), { recursive: true });
  await execute(
    join(root, 'node_modules/.bin/wrangler'),
    ['deploy', '--dry-run', '--config', config, '--outdir', folder],
    {
      cwd: root,
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_WRITE_LOGS: 'false',
        [WORKER_ONLY_VARIABLE]: 'true',
      },
    },
  );
  return readModules(folder);
}

export async function readModules(folder: string): Promise<V4ModuleDefinition[]> {
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
}
