import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The result of `make`, as JSON. The first caller of a run makes it in a folder of its own within `shared`; the others
 * wait for it.
 */
export const makeOnce = async <Made>(
  shared: string,
  name: string,
  make: (folder: string) => Promise<Made>,
): Promise<Made> => {
  const folder = join(shared, name);
  const result = `${folder}.json`;
  while (!existsSync(result)) {
    if (isFirst(folder)) await makeFirst(folder, result, make);
    else await sleep(100);
  }
  return JSON.parse(readFileSync(result, 'utf8')) as Made;
};

const makeFirst = async (
  folder: string,
  result: string,
  make: (folder: string) => Promise<unknown>,
): Promise<void> => {
  try {
    const text = JSON.stringify(await make(folder));
    // Others wait for this file, so it must appear atomically.
    writeFileSync(`${result}.new`, text);
    renameSync(`${result}.new`, result);
  } catch (error) {
    // The next caller tries again, and reports the error.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
};
