import { generateSQLiteMigration } from 'drizzle-kit/api';
import type { Table, Tables } from './table.ts';

const REBUILD_WARNING = `-- A rebuild. D1 keeps foreign keys on: DROP TABLE deletes the rows that refer to this table with ON DELETE CASCADE,
-- and the table's triggers go with it.`;

/**
 * SQL from the migrated tables to the declared ones. drizzle-kit asks in the terminal whether a missing table or column
 * was renamed. It does not see views, triggers, collations and generated columns, and cannot write an index on an
 * expression or drop a UNIQUE.
 */
export async function draftStatements(declared: Tables, migrated: Tables): Promise<string[]> {
  const { rest, clauses } = setClausesApart(declared, migrated);
  const draft = await diffTables(rest, migrated);
  const isWhole = clauses.every(({ start }) => draft.some((sql) => sql.startsWith(start)));
  if (!isWhole) return diffTables(declared, migrated);
  return draft.map((sql) => {
    const own = clauses.filter(({ start }) => sql.startsWith(start)).map(({ text }) => text);
    return own.length === 0 ? sql : `${sql.slice(0, -1)} ${own.join(' ')};`;
  });
}

/** The part of `ALTER TABLE … ADD` that drizzle-kit cannot write. */
interface Clause {
  /** The statement's beginning. */
  readonly start: string;
  readonly text: string;
}

/**
 * Removes clauses of added columns: for a CHECK drizzle-kit would rebuild the table, and it forgets the ON DELETE of a
 * foreign key.
 */
function setClausesApart(
  declared: Tables,
  migrated: Tables,
): { readonly rest: Tables; readonly clauses: readonly Clause[] } {
  const clauses: Clause[] = [];
  const rest = Object.entries(declared).map(([name, table]): [string, Table] => {
    const before = migrated[name];
    if (before === undefined) return [name, table];
    const checkConstraints = { ...table.checkConstraints };
    for (const column of Object.keys(table.columns)) {
      if (Object.hasOwn(before.columns, column)) continue;
      const start = `ALTER TABLE ${name} ADD ${column} `;
      const key = Object.values(table.foreignKeys).find(
        ({ columnsFrom: [first] }) => first === column,
      );
      if (key !== undefined && key.onDelete !== 'no action') {
        clauses.push({ start, text: `ON DELETE ${key.onDelete.toUpperCase()}` });
      }
      for (const check of Object.keys(checkConstraints)) {
        if (!new RegExp(`\\b${column}\\b`, 'u').test(check)) continue;
        clauses.push({ start, text: `CHECK (${check})` });
        delete checkConstraints[check];
      }
    }
    return [name, { ...table, checkConstraints }];
  });
  return { rest: Object.fromEntries(rest), clauses };
}

async function diffTables(declared: Tables, migrated: Tables): Promise<string[]> {
  const statements = await generateSQLiteMigration(toSnapshot(migrated), toSnapshot(declared));
  return statements.map(tidyStatement).filter((sql) => sql !== '');
}

/** Without views: their migrations are written by hand. */
function toSnapshot(tables: Tables): Parameters<typeof generateSQLiteMigration>[0] {
  return {
    version: '6',
    dialect: 'sqlite',
    id: '',
    prevId: '',
    tables,
    views: {},
    enums: {},
    _meta: { tables: {}, columns: {} },
  };
}

/** In the style of the migrations, with the options of all tables. */
function tidyStatement(statement: string): string {
  if (statement.startsWith('PRAGMA foreign_keys=OFF')) return REBUILD_WARNING;
  if (statement.startsWith('PRAGMA')) return '';
  const sql = statement
    .trim()
    .replaceAll('`', '')
    .replaceAll('\t', '  ')
    .replaceAll(/CONSTRAINT "[^"]*" CHECK\(/gu, 'CHECK (')
    .replaceAll(/ ON (?:DELETE|UPDATE) no action/gu, '')
    .replaceAll(
      /(?<= ON (?:DELETE|UPDATE) )(?:cascade|restrict|set null|set default)/gu,
      toUpperCase,
    )
    .replaceAll(/(?<=^ {2}\w+ | ADD \w+ )(?:blob|integer|real|text)\b/gmu, toUpperCase);
  // A rebuild also copies new columns: unquoted they are an error, quoted they would be read as strings.
  if (sql.startsWith('INSERT')) return sql.replaceAll('"', '');
  if (!sql.startsWith('CREATE TABLE')) return sql;
  const hasRowid = sql.includes(' INTEGER PRIMARY KEY');
  return sql.replace(/\);$/u, hasRowid ? ') STRICT;' : ') STRICT, WITHOUT ROWID;');
}

function toUpperCase(text: string): string {
  return text.toUpperCase();
}
