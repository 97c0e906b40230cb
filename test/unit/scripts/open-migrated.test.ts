import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { applyMigrations, openMigrated } from '../../../scripts/support/database.ts';

const pause = vi.hoisted(() => vi.fn());

vi.mock('node:timers/promises', () => ({ setTimeout: pause }));

it('a command waits for the local database while a running service writes to it', async () => {
  const persistTo = mkdtempSync(join(process.env['DATA_TMPDIR'] ?? '', 'tintype-open-'));
  const target = { remote: false, persistTo };
  try {
    await applyMigrations(target);
    const [file = ''] = globSync('**/d1/*/[0-9a-f]*[0-9a-f].sqlite', { cwd: persistTo });
    using database = new DatabaseSync(join(persistTo, file));
    database.exec('BEGIN IMMEDIATE');
    pause.mockImplementation(async () => {
      if (database.isTransaction) database.exec('COMMIT');
    });
    await using bindings = await openMigrated(target);
    expect(bindings.DB).toBeDefined();
    expect(pause).toHaveBeenCalled();
  } finally {
    rmSync(persistTo, { recursive: true, force: true });
  }
});
