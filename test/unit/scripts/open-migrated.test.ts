import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { applyMigrations, openMigrated } from '../../../scripts/support/database.ts';

const pause = vi.hoisted(() => vi.fn());

vi.mock('node:timers/promises', () => ({ setTimeout: pause }));

async function makeDatabase() {
  const persistTo = mkdtempSync(join(process.env['DATA_TMPDIR'] ?? '', 'tintype-open-'));
  onTestFinished(() => rmSync(persistTo, { recursive: true, force: true }));
  const target = { remote: false, persistTo };
  await applyMigrations(target);
  const [file = ''] = globSync('**/d1/*/[0-9a-f]*[0-9a-f].sqlite', { cwd: persistTo });
  const database = new DatabaseSync(join(persistTo, file));
  onTestFinished(() => database.close());
  return { target, database };
}

describe('a command', () => {
  it('waits for the local database while a running service writes to it', async () => {
    const { target, database } = await makeDatabase();
    database.exec('BEGIN IMMEDIATE');
    pause.mockImplementation(async () => {
      if (database.isTransaction) database.exec('COMMIT');
    });
    await using bindings = await openMigrated(target);
    expect(bindings.DB).toBeDefined();
    expect(pause).toHaveBeenCalled();
  });

  it.each([
    [
      'that a later version has migrated',
      [9999, '9999_later.sql'],
      /has the migration 9999_later\.sql, which this version does not know/u,
    ],
    [
      'into which a backup is being restored',
      [0, 'restore of 20261127'],
      /has an unfinished restore of 20261127\. Run npm run restore again/u,
    ],
  ])('refuses a database %s, by name', async (_name, entry, reason) => {
    const { target, database } = await makeDatabase();
    database
      .prepare(
        "INSERT INTO schema_history (position, name, sha256, applied_at) VALUES (?, ?, '', 0)",
      )
      .run(...entry);
    await expect(openMigrated(target)).rejects.toThrow(reason);
  });
});
