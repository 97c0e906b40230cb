import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../../../src/console');

/**
 * Loads modules of the console by path, since tests lack the types of browsers; returns all their exports. Loads one
 * after the other, as concurrent imports may evaluate a shared module twice.
 */
export async function loadModules<Modules extends object>(...paths: string[]): Promise<Modules> {
  const modules = {};
  for (const path of paths) Object.assign(modules, await import(join(SRC, path)));
  return modules as Modules;
}
