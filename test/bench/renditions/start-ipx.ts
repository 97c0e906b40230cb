import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const IPX = 'ipx@3.1.1';

export interface RunningIpx extends Disposable {
  readonly origin: string;
}

/** Installs ipx into the folder, since it brings 43 MB that nothing else needs, and serves the images of `images`. */
export async function startIpx(folder: string, images: string): Promise<RunningIpx> {
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const install = ['install', IPX, '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', install, { cwd: folder });
  const module = join(folder, 'node_modules/ipx/dist/index.mjs');
  const server = spawn(process.execPath, [
    join(import.meta.dirname, 'ipx-server.ts'),
    module,
    images,
  ]);
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return {
    origin: `http://127.0.0.1:${port.toString().trim()}`,
    [Symbol.dispose]: () => void server.kill(),
  };
}
