import { DatabaseSync } from 'node:sqlite';
import { findChecks, findWhere } from './sql-expressions.ts';
import {
  checksByText,
  type Column,
  type ForeignKey,
  type Index,
  type Table,
  type Tables,
} from './table.ts';

export function migrateInMemory(migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const sql of migrations) db.exec(sql);
  return db;
}

/**
 * In the form of `readDeclaredTables`. drizzle-kit's own reading of a database misses unique constraints, conditions of
 * indexes and most checks.
 */
export function readMigratedTables(db: DatabaseSync): Tables {
  const tables = readRows<{ name: string; sql: string }>(
    db,
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  return Object.fromEntries(tables.map(({ name, sql }) => [name, readTable(db, name, sql)]));
}

function readTable(db: DatabaseSync, name: string, createTable: string): Table {
  const columns = readRows<ColumnInfo>(db, 'SELECT * FROM pragma_table_info(?)', name);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const keyColumns = key.map((column) => column.name);
  const isAutoincrement = /\bAUTOINCREMENT\b/iu.test(createTable);
  return {
    name,
    columns: Object.fromEntries(
      columns.map((column) => [column.name, toColumn(column, key.length, isAutoincrement)]),
    ),
    compositePrimaryKeys:
      key.length < 2
        ? {}
        : byName([{ name: `${name}_${keyColumns.join('_')}_pk`, columns: keyColumns }]),
    foreignKeys: byName(readForeignKeys(db, name)),
    indexes: byName(readIndexes(db, name)),
    uniqueConstraints: {},
    checkConstraints: checksByText(findChecks(createTable)),
  };
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  /** From 1; 0 outside the primary key. */
  readonly pk: number;
}

function toColumn(
  { name, type, notnull, dflt_value: text, pk }: ColumnInfo,
  keyLength: number,
  isAutoincrement: boolean,
): Column {
  return {
    name,
    type: type.toLowerCase(),
    primaryKey: pk > 0 && keyLength === 1,
    // SQLite does not report NOT NULL for a rowid, which cannot be NULL.
    notNull: notnull === 1 || pk > 0,
    autoincrement: pk > 0 && isAutoincrement,
    ...(text === null ? {} : { default: /^-?\d/u.test(text) ? Number(text) : text }),
  };
}

function readForeignKeys(db: DatabaseSync, tableFrom: string): ForeignKey[] {
  const parts = readRows<ForeignKeyPart>(
    db,
    'SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq',
    tableFrom,
  );
  return [...Map.groupBy(parts, ({ id }) => id).values()].map((key) => {
    const columnsFrom = key.map(({ from }) => from);
    const columnsTo = key.map(({ to }) => to);
    const { table: tableTo = '', on_delete = '', on_update = '' } = key[0] ?? {};
    return {
      name: [tableFrom, ...columnsFrom, tableTo, ...columnsTo, 'fk'].join('_'),
      tableFrom,
      tableTo,
      columnsFrom,
      columnsTo,
      onDelete: on_delete.toLowerCase(),
      onUpdate: on_update.toLowerCase(),
    };
  });
}

interface ForeignKeyPart {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly on_delete: string;
  readonly on_update: string;
}

/** Without the primary key's. The index of a UNIQUE has the name that Drizzle gives it. */
function readIndexes(db: DatabaseSync, table: string): Index[] {
  const indexes = readRows<{ name: string; unique: number; origin: string; sql: string | null }>(
    db,
    `SELECT list.name, list."unique", list.origin, master.sql
     FROM pragma_index_list(?) AS list LEFT JOIN sqlite_master AS master ON master.name = list.name
     WHERE list.origin <> 'pk'`,
    table,
  );
  return indexes.map(({ name, unique, origin, sql }) => {
    const columns = readRows<{ name: string | null; desc: number }>(
      db,
      'SELECT name, "desc" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno',
      name,
    ).map((column) => `${column.name ?? '(expression)'}${column.desc === 1 ? ' desc' : ''}`);
    const where = findWhere(sql ?? '');
    return {
      name: origin === 'u' ? `${table}_${columns.join('_')}_unique` : name,
      columns,
      isUnique: unique === 1,
      ...(where === undefined ? {} : { where }),
    };
  });
}

function byName<Named extends { readonly name: string }>(
  list: readonly Named[],
): Record<string, Named> {
  return Object.fromEntries(list.map((named) => [named.name, named]));
}

function readRows<Row>(db: DatabaseSync, sql: string, ...values: readonly string[]): Row[] {
  return db.prepare(sql).all(...values) as unknown as Row[];
}
