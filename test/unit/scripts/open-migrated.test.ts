import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { applyMigrations, openMigrated } from '../../../scripts/support/database.ts';

const pause = vi.hoisted(() => vi.fn());

vi.mock('node:timers/promises', () => ({ setTimeout: pause }));

const makeFolder = (): string =>
  mkdtempSync(join(process.env['DATA_TMPDIR'] ?? '', 'tintype-open-'));

let migrated: string;
beforeAll(async () => {
  migrated = makeFolder();
  await applyMigrations({ remote: false, persistTo: migrated });
});
afterAll(() => rmSync(migrated, { recursive: true, force: true }));

function makeDatabase() {
  const persistTo = makeFolder();
  onTestFinished(() => rmSync(persistTo, { recursive: true, force: true }));
  cpSync(migrated, persistTo, { recursive: true });
  const target = { remote: false, persistTo };
  const [file = ''] = globSync('**/d1/*/[0-9a-f]*[0-9a-f].sqlite', { cwd: persistTo });
  const database = new DatabaseSync(join(persistTo, file));
  onTestFinished(() => database.close());
  return { target, database };
}

describe('a command', () => {
  it('waits for the local database while a running service writes to it', async () => {
    const { target, database } = makeDatabase();
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
    const { target, database } = makeDatabase();
    database
      .prepare(
        "INSERT INTO schema_history (position, name, sha256, applied_at) VALUES (?, ?, '', 0)",
      )
      .run(...entry);
    await expect(openMigrated(target)).rejects.toThrow(reason);
  });
});
