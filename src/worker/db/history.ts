import { getTableName } from 'drizzle-orm';
import { sha256Hex } from '../../shared/bytes.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { schemaHistory } from './schema/schema-history.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export interface HistoryEntry {
  readonly position: number;
  readonly name: string;
  readonly sha256: string;
}

/** The checksum covers `body`. `record` is the INSERT into the history, the last statement; '' when unsealed. */
export function splitMigration(sql: string): { body: string; record: string } {
  const table = getTableName(schemaHistory);
  const record = new RegExp(String.raw`^INSERT\b[^\n;]*\b${table}\b[^;]*;\s*(?![^])`, 'mu');
  const start = record.exec(sql)?.index ?? sql.length;
  return { body: sql.slice(0, start), record: sql.slice(start) };
}

export async function expectedHistory(migrations: readonly Migration[]): Promise<HistoryEntry[]> {
  return Promise.all(
    migrations.map(async ({ name, sql }, index) => ({
      position: index + 1,
      name,
      sha256: await sha256Hex(splitMigration(sql).body),
    })),
  );
}

/** The error names the migration that is unknown, missing, reordered, modified or not applied. */
export function checkHistory(
  expected: readonly HistoryEntry[],
  recorded: readonly HistoryEntry[],
): Result<null, string> {
  const known = new Map(expected.map((entry) => [entry.name, entry]));
  for (const entry of recorded) {
    const match = known.get(entry.name);
    if (match === undefined) return err(`unknown migration ${entry.name}`);
    if (match.position !== entry.position) return err(`reordered migration ${entry.name}`);
    if (match.sha256 !== entry.sha256) return err(`modified migration ${entry.name}`);
  }
  const applied = new Set(recorded.map((entry) => entry.name));
  const last = Math.max(0, ...recorded.map((entry) => entry.position));
  for (const { name, position } of expected) {
    if (applied.has(name)) continue;
    return err(`${position < last ? 'missing' : 'unapplied'} migration ${name}`);
  }
  return ok(null);
}
