import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SITE_FILE, STATE_FILE, type OldSite } from './old-site.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'upgrade');

/** Longer than a publication's lease, which the upgraded service would wait for; sessions and uploads last longer. */
const AGE_MS = 300_000;

/** Unpacks the state into the folder, as if it had been made five minutes ago. */
export function unpackState(name: string, persistTo: string): OldSite {
  const site = JSON.parse(readFileSync(join(FIXTURES, name, SITE_FILE), 'utf8')) as OldSite;
  mkdirSync(persistTo, { recursive: true });
  execFileSync('tar', ['xzf', join(FIXTURES, name, STATE_FILE), '-C', persistTo]);
  const elapsedMs = Date.now() - site.madeAt - AGE_MS;
  for (const path of listDatabases(join(persistTo, 'v3'))) moveTimes(path, elapsedMs);
  return site;
}

/** Of D1 and of Durable Objects that have sessions. */
function listDatabases(v3: string): string[] {
  return ['d1', 'do'].flatMap((kind) =>
    readdirSync(join(v3, kind), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => /UserSessions|D1Database/u.test(file) && /[0-9a-f]{64}\.sqlite$/u.test(file),
      )
      .map((file) => join(v3, kind, file)),
  );
}

/** Otherwise sessions and uploads would expire while the fixture lies in the repository. */
function moveTimes(path: string, elapsedMs: number): void {
  using database = new DatabaseSync(path);
  const columns = database
    .prepare(
      `SELECT t.name AS tableName, c.name AS columnName
        FROM sqlite_master t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND t.name <> 'audit_log'
          AND c.type = 'INTEGER' AND (c.name LIKE '%\\_at' ESCAPE '\\' OR c.name = 'run_after')`,
    )
    .all();
  for (const { tableName, columnName } of columns) {
    const [table, column] = [String(tableName), String(columnName)];
    database.prepare(`UPDATE "${table}" SET "${column}" = "${column}" + ?`).run(elapsedMs);
  }
}
