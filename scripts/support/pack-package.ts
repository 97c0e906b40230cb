import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Packs a folder as npm publishes it. Returns the tarball's path, in the folder's parent. */
export async function packPackage(folder: string): Promise<string> {
  const target = join(folder, '..');
  const args = ['pack', '--json', '--pack-destination', target];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder });
  const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
  return join(target, filename);
}
