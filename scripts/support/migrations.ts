import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from '../../src/worker/db/history.ts';
import { sha256Hex } from '../../src/shared/bytes.ts';
import { ROOT } from './wrangler.ts';

export const MIGRATIONS_FOLDER = join(ROOT, 'migrations');

/** In order, drafts included. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8') }));
}

/** The last statement of a migration: position (from 1), name and the SHA-256 of everything before it. */
export async function recordStatement(
  position: number,
  name: string,
  body: string,
): Promise<string> {
  return (
    'INSERT INTO schema_history (position, name, sha256, applied_at)\n' +
    `VALUES (${position}, '${name}', '${await sha256Hex(body)}', unixepoch() * 1000);\n`
  );
}
