import { openBindings } from '../../../../scripts/support/bindings.ts';
import { applyTo } from '../../../../scripts/support/database.ts';
import { readMigrations } from '../../../../scripts/support/migrations.ts';
import type { StorageBindings } from '../../../../scripts/support/storage-runtime.ts';
import { unpackState } from './unpack-state.ts';

/** Unpacks an old version's state into the folder, and brings it to this version's migrations. */
export async function openMigratedState(name: string, persistTo: string): Promise<StorageBindings> {
  unpackState(name, persistTo);
  const bindings = await openBindings({ remote: false, persistTo });
  await migrateLocally(bindings);
  return bindings;
}

/** As `applyMigrations`, without a runtime of its own. */
export async function migrateLocally({ DB }: Pick<StorageBindings, 'DB'>): Promise<void> {
  await applyTo(DB, readMigrations(), (sql) => [sql]);
}
