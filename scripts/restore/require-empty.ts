import { sql } from 'drizzle-orm';
import { systemClock } from '../../src/shared/clock.ts';
import type { Database } from '../../src/worker/db/database.ts';
import { cronRuns } from '../../src/worker/db/schema/cron-runs.ts';
import { prepareFirst, prepareWrite, type Params } from '../../src/worker/db/statement.ts';
import { readTables } from '../backup/tables.ts';
import type { StorageBindings } from '../support/storage-runtime.ts';
import { ScriptError } from '../support/fail.ts';

/** Has a row in an empty database. The restore computes it. */
const TOTALS = 'site_totals';

/** The cron of a site that nobody has used fills it. */
const DAYS = 'daily_totals';

/** `npm run deploy` closes the registration and invites an administrator. */
const DEPLOYED = new Set(['settings', 'invitations', 'audit_log']);

/** The cron runs once a minute. */
const SERVED_WITHIN_MS = 180_000;

export interface Target {
  readonly db: Database;
  readonly bindings: Pick<StorageBindings, 'DB' | 'BUCKET'>;
  /** For sentences. */
  readonly name: string;
}

/**
 * Also removes the days that an unused site has recorded.
 * @throws {ScriptError} for a database or a bucket that is not empty, or one that a Worker has just used.
 */
export async function requireEmpty(
  { db, bindings, name }: Target,
  hasTables: boolean,
): Promise<void> {
  const tables = hasTables ? (await readTables(db)).map((table) => table.name) : [];
  const filled: string[] = [];
  for (const table of tables) {
    if (table === TOTALS || table === DAYS) continue;
    if ((await db.run(selectAny(table))) !== null) filled.push(table);
  }
  const { objects } = await bindings.BUCKET.list({ limit: 1 });
  const found = [
    ...filled.map((table) => `rows in ${table}`),
    ...objects.map(({ key }) => `objects in the bucket, such as ${key}`),
  ];
  if (found.length > 0) {
    const isDeployed = objects.length === 0 && filled.every((table) => DEPLOYED.has(table));
    throw new ScriptError(
      `A restore needs an empty database and an empty bucket. There are ${found.join(', ')} (${name}). Nothing was changed.` +
        (isDeployed ? ` ${AFTER_DEPLOYMENT}` : ''),
    );
  }
  if (!hasTables) return;
  await requireUnserved(db, name);
  if (tables.includes(DAYS)) await db.run(deleteDays());
}

const AFTER_DEPLOYMENT =
  'If npm run deploy has made this database and nobody has used it, delete the Worker (npx wrangler delete) and the ' +
  'database (npx wrangler d1 delete), make the database again (npx wrangler d1 create), restore, and deploy last.';

/** An isolate that has checked the migrations before would serve a part of the site. */
async function requireUnserved(db: Database, name: string): Promise<void> {
  if ((await db.run(selectTable({ name: 'cron_runs' }))) === null) return;
  if ((await db.run(selectRun({ since: systemClock.now() - SERVED_WITHIN_MS }))) === null) return;
  throw new ScriptError(
    `A Worker uses ${name}: its cron has run in the last three minutes. Stop the service (npx wrangler delete removes ` +
      'a deployed Worker and leaves database and bucket), wait three minutes, and restore again. Nothing was changed.',
  );
}

export const selectTable = prepareFirst(
  (p: Params<{ name: string }>) => sql<{ one: number }>`
    SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = ${p.name}`,
);

const selectRun = prepareFirst(
  (p: Params<{ since: number }>) => sql<{ one: number }>`
    SELECT 1 AS one FROM ${cronRuns} WHERE ${cronRuns.endedAt} > ${p.since}`,
);

function selectAny(table: string) {
  return prepareFirst(
    () => sql<{ one: number }>`SELECT 1 AS one FROM ${sql.identifier(table)} LIMIT 1`,
  )();
}

const deleteDays = prepareWrite(() => sql`DELETE FROM ${sql.identifier(DAYS)}`);
