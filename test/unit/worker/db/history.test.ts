import { describe, expect, it } from 'vitest';
import { recordStatement } from '../../../../scripts/support/migrations.ts';
import {
  checkHistory,
  expectedHistory,
  splitMigration,
  type HistoryEntry,
} from '../../../../src/worker/db/history.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';

const FIRST = { position: 1, name: '0001_a.sql', sha256: 'a'.repeat(64) };
const SECOND = { position: 2, name: '0002_b.sql', sha256: 'b'.repeat(64) };
const THIRD = { position: 3, name: '0003_c.sql', sha256: 'c'.repeat(64) };
const EXPECTED: readonly HistoryEntry[] = [FIRST, SECOND, THIRD];

describe('the migration history', () => {
  it('accepts exactly the migrations that it was built with', () => {
    expect(checkHistory(EXPECTED, EXPECTED)).toEqual({ ok: true, value: null });
  });

  it.each<[string, string, readonly HistoryEntry[]]>([
    ['unknown', '0004_d.sql', [...EXPECTED, { ...THIRD, position: 4, name: '0004_d.sql' }]],
    ['missing', '0002_b.sql', [FIRST, THIRD]],
    ['reordered', '0003_c.sql', [FIRST, { ...THIRD, position: 2 }, { ...SECOND, position: 3 }]],
    ['modified', '0002_b.sql', [FIRST, { ...SECOND, sha256: 'd'.repeat(64) }, THIRD]],
    ['unapplied', '0003_c.sql', [FIRST, SECOND]],
    ['unapplied', '0001_a.sql', []],
  ])('refuses a history with an %s migration', (fault, name, recorded) => {
    expect(checkHistory(EXPECTED, recorded)).toEqual({
      ok: false,
      error: `${fault} migration ${name}`,
    });
  });
});

describe('a migration seal', () => {
  const body = 'CREATE TABLE t (a INTEGER) STRICT;\n';

  it.each([
    ['a statement', body],
    ['a comment', `${body}-- Why\n`],
    ['a comment of two parts', `${body}-- Why; and why not\n`],
    ['a comment on the history', `${body}-- As schema_history has it\n`],
  ])('covers everything before the statement that records it: %s', async (_, text) => {
    const record = await recordStatement(1, '0001_t.sql', text);
    expect(splitMigration(text + record)).toEqual({ body: text, record });
    expect(record).toContain(`(1, '0001_t.sql', '${await sha256Hex(text)}', `);
    const sealed = await expectedHistory([{ name: '0001_t.sql', sql: text + record }]);
    expect(sealed).toEqual([{ position: 1, name: '0001_t.sql', sha256: await sha256Hex(text) }]);
  });

  it('is broken by anything written after it', async () => {
    const sealed = body + (await recordStatement(1, '0001_t.sql', body));
    for (const more of ['DROP TABLE t;\n', '-- Why\n']) {
      const [entry] = await expectedHistory([{ name: '0001_t.sql', sql: sealed + more }]);
      expect(entry?.sha256).not.toBe(await sha256Hex(body));
    }
  });

  it('is empty for a migration that is not sealed yet', () => {
    expect(splitMigration(body)).toEqual({ body, record: '' });
    const trigger = `${body}CREATE TRIGGER a AFTER INSERT ON t BEGIN DELETE FROM t; END;\n`;
    expect(splitMigration(trigger)).toEqual({ body: trigger, record: '' });
    const history = `${body}CREATE TABLE schema_history (a INTEGER) STRICT;\n`;
    expect(splitMigration(history)).toEqual({ body: history, record: '' });
  });
});
