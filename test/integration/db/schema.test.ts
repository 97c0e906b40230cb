import { env } from 'cloudflare:workers';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import * as accounts from '../../../src/worker/db/schema/accounts.ts';
import * as audit from '../../../src/worker/db/schema/audit.ts';
import * as cronRuns from '../../../src/worker/db/schema/cron-runs.ts';
import * as images from '../../../src/worker/db/schema/images.ts';
import * as jobs from '../../../src/worker/db/schema/jobs.ts';
import * as notifications from '../../../src/worker/db/schema/notifications.ts';
import * as outbox from '../../../src/worker/db/schema/outbox.ts';
import * as schemaHistory from '../../../src/worker/db/schema/schema-history.ts';
import * as albums from '../../../src/worker/db/schema/albums.ts';
import * as settings from '../../../src/worker/db/schema/settings.ts';
import * as invitations from '../../../src/worker/db/schema/invitations.ts';
import * as shareLinks from '../../../src/worker/db/schema/share-links.ts';
import * as tasks from '../../../src/worker/db/schema/tasks.ts';
import * as trash from '../../../src/worker/db/schema/trash.ts';
import * as uploads from '../../../src/worker/db/schema/uploads.ts';

const { DB } = env;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly inPrimaryKey: boolean;
}

const DECLARED = Object.values({
  ...accounts,
  ...audit,
  ...cronRuns,
  ...images,
  ...jobs,
  ...notifications,
  ...outbox,
  ...schemaHistory,
  ...albums,
  ...settings,
  ...invitations,
  ...shareLinks,
  ...tasks,
  ...trash,
  ...uploads,
})
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableConfig(table));

const byName = (a: Column, b: Column): number => (a.name < b.name ? -1 : 1);

const declaredColumns = (table: (typeof DECLARED)[number]): Column[] => {
  const composite = new Set(
    table.primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name)),
  );
  return (
    table.columns
      // SQLite lists no generated ones.
      .filter(({ generated }) => generated === undefined)
      .map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notNull: column.notNull || composite.has(column.name),
        inPrimaryKey: column.primary || composite.has(column.name),
      }))
      .sort(byName)
  );
};

const migratedColumns = async (table: string): Promise<Column[]> => {
  const { results } = await DB.prepare(`PRAGMA table_info(${table})`).all<{
    name: string;
    type: string;
    notnull: number;
    pk: number;
  }>();
  return results
    .map(({ name, type, notnull, pk }) => ({
      name,
      type,
      // SQLite omits NOT NULL for the primary key of a rowid table, which cannot be NULL.
      notNull: notnull === 1 || pk > 0,
      inPrimaryKey: pk > 0,
    }))
    .sort(byName);
};

describe('the drizzle schema', () => {
  it('declares exactly the tables of the migrations', async () => {
    const { results } = await DB.prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table'
       AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    ).all<{ name: string }>();
    const declared = DECLARED.map(({ name }) => name);
    expect(declared.sort()).toEqual(results.map(({ name }) => name).sort());
  });

  it.each(DECLARED.map((table) => [table.name, table] as const))(
    'has the columns of %s as in the database',
    async (name, table) => {
      expect(declaredColumns(table)).toEqual(await migratedColumns(name));
    },
  );
});
