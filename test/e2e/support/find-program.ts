import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program on the PATH, but not in a node_modules; undefined if it is missing. */
export const findProgram = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
