import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../../src/console');

/**
 * Loads modules of the console by their paths, for they know a browser, and the types of tests know none; returns
 * everything that they export. One after the other: what is asked for by two names before it is there may be made twice.
 */
export async function loadModules<Modules extends object>(...paths: string[]): Promise<Modules> {
  const modules = {};
  for (const path of paths) Object.assign(modules, await import(join(SRC, path)));
  return modules as Modules;
}
