import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScriptError } from '../support/fail.ts';
import { isAlive } from '../support/is-alive.ts';

/** Makes the folder if it is missing. A killed process's lock is taken over. @throws {ScriptError} while one lives. */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'lock');
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
  } catch {
    const holder = await readFile(path, 'utf8').catch(() => '');
    if (isAlive(Number(holder))) {
      throw new ScriptError(
        `Process ${holder} is making a backup in ${folder}. If it does something else, delete ${path}.`,
      );
    }
    await writeFile(path, String(process.pid));
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}
