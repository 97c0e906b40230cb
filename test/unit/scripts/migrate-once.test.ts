import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrateOnce } from '../../../scripts/support/migrate-once.ts';

it(
  'migrations are applied once, and again after the database was deleted',
  { timeout: 120_000 },
  async () => {
    const state = mkdtempSync(join(tmpdir(), 'tintype-state-'));
    onTestFinished(() => rmSync(state, { recursive: true, force: true }));
    expect(await migrateOnce(state)).toBe(true);
    expect(await migrateOnce(state)).toBe(false);
    for (const deleted of [join('v3', 'd1'), 'v3']) {
      rmSync(join(state, deleted), { recursive: true });
      expect(await migrateOnce(state)).toBe(true);
      expect(existsSync(join(state, 'v3', 'd1'))).toBe(true);
    }
  },
);
