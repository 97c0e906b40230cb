import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations } from './database.ts';
import { readMigrations } from './migrations.ts';
import { ROOT } from './wrangler.ts';

/** In the database's folder, so that it goes with the database. */
const STAMP = join('v3', 'd1', 'migrations.sha256');

/**
 * Applies the migrations to a local database, unless its stamp says that they are applied: to look would take a runtime
 * of its own. Returns whether it applied them.
 * @throws {ScriptError} with the database's message.
 */
export async function migrateOnce(
  state = join(ROOT, '.wrangler', 'state'),
  announce = (): void => undefined,
): Promise<boolean> {
  const stamp = join(state, STAMP);
  const checksum = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === checksum) return false;
  announce();
  await applyMigrations({ remote: false, persistTo: state });
  writeFileSync(stamp, checksum);
  return true;
}
