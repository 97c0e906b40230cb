import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from '../../src/db/history.ts';
import { ROOT } from './wrangler.ts';

export const MIGRATIONS_FOLDER = join(ROOT, 'migrations');

/** Every migration in the folder, in order, drafts included. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8') }));
}
