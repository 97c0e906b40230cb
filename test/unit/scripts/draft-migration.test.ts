import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import {
  readDeclaredTables,
  readSchema,
} from '../../../scripts/draft-migration/declared-tables.ts';
import { draftStatements } from '../../../scripts/draft-migration/draft-statements.ts';
import {
  migrateInMemory,
  readMigratedTables,
} from '../../../scripts/draft-migration/migrated-tables.ts';
import { readMigrations } from '../../../scripts/support/migrations.ts';

describe('the schema and the migrations', async () => {
  const declared = await readDeclaredTables(await readSchema());
  const db = migrateInMemory(readMigrations().map((migration) => migration.sql));
  const migrated = readMigratedTables(db);

  it('have the same tables', () => {
    expect(Object.keys(declared).sort()).toEqual(Object.keys(migrated).sort());
  });

  it.each(Object.keys(declared).sort())(
    'agree on the columns, keys, constraints and indexes of %s',
    (name) => {
      expect(declared[name]).toEqual(migrated[name]);
    },
  );

  it('leave nothing to draft', async () => {
    await expect(draftStatements(declared, migrated)).resolves.toEqual([]);
  });

  it('make every table STRICT, and WITHOUT ROWID except for integer keys', () => {
    const tables = db
      .prepare(
        "SELECT name, strict, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
      )
      .all()
      .filter(({ name }) => !String(name).startsWith('sqlite_'));
    const ruled = Object.values(declared).map(({ name, columns }) => {
      const hasRowid = Object.values(columns).some(
        ({ type, primaryKey: isKey }) => isKey && type === 'integer',
      );
      return { name, strict: 1, wr: hasRowid ? 0 : 1 };
    });
    expect(tables.map((table) => ({ ...table }))).toEqual(expect.arrayContaining(ruled));
  });
});

const folders = sqliteTable('folders', { id: integer('id').primaryKey() });

const notes = sqliteTable(
  'notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    folderId: integer('folder_id')
      .notNull()
      .references(() => folders.id, { onDelete: 'cascade' }),
    link: text('link').notNull().unique(),
    kind: text('kind').notNull().default('plain'),
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull().default(false),
    title: text('title'),
  },
  (table) => [
    check('kind_check', sql`${table.kind} in ('plain', 'list')`),
    index('notes_by_folder').on(table.folderId, table.kind),
    uniqueIndex('notes_pinned')
      .on(table.folderId)
      .where(sql`${table.isPinned} = 1`),
  ],
);

const noteTags = sqliteTable(
  'note_tags',
  { noteId: integer('note_id').notNull(), tag: text('tag').notNull() },
  (table) => [primaryKey({ columns: [table.tag, table.noteId] })],
);

const NOTES_SQL = `
CREATE TABLE folders (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  folder_id INTEGER NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
  -- The note's "link", which (unlike its title) is CHECK (ed) by nobody.
  link TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL DEFAULT 'plain' CHECK (kind IN ('plain', 'list')),
  is_pinned INTEGER NOT NULL DEFAULT 0,
  title TEXT
) STRICT;
CREATE INDEX notes_by_folder ON notes (folder_id, kind);
CREATE UNIQUE INDEX notes_pinned ON notes (folder_id)
  WHERE is_pinned = 1;
CREATE TABLE note_tags (
  note_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (tag, note_id)
) STRICT, WITHOUT ROWID;
`;

const draftFrom = async (migrations: readonly string[]): Promise<string[]> =>
  draftStatements(
    await readDeclaredTables({ folders, notes, noteTags }),
    readMigratedTables(migrateInMemory(migrations)),
  );

describe('a draft', () => {
  it('is empty when the migrations match the schema', async () => {
    await expect(draftFrom([NOTES_SQL])).resolves.toEqual([]);
  });

  it.each([
    ['a missing table', /CREATE TABLE note_tags[^;]+;/u, ''],
    ['another table', /^/u, 'CREATE TABLE drafts (id INTEGER PRIMARY KEY) STRICT;'],
    ['a missing column', ',\n  title TEXT', ''],
    ['another column', 'title TEXT', 'title TEXT, body TEXT'],
    ['the type of a column', 'title TEXT', 'title INTEGER'],
    ['a missing NOT NULL', 'link TEXT NOT NULL', 'link TEXT'],
    ['another NOT NULL', 'title TEXT', 'title TEXT NOT NULL'],
    ['a missing default', " DEFAULT 'plain'", ''],
    ['the value of a default', 'DEFAULT 0', 'DEFAULT 1'],
    ['a missing AUTOINCREMENT', ' AUTOINCREMENT', ''],
    ['the order of a primary key', 'PRIMARY KEY (tag, note_id)', 'PRIMARY KEY (note_id, tag)'],
    ['a missing foreign key', ' REFERENCES folders (id) ON DELETE CASCADE', ''],
    ['the ON DELETE of a foreign key', ' ON DELETE CASCADE', ''],
    ['a missing unique constraint', ' UNIQUE,', ','],
    ['a missing check', " CHECK (kind IN ('plain', 'list'))", ''],
    ['the values of a check', "('plain', 'list')", "('plain', 'List')"],
    ['another check', 'title TEXT', "title TEXT CHECK (title <> '')"],
    ['a missing index', /CREATE INDEX[^;]+;/u, ''],
    ['another index', /$/u, 'CREATE INDEX notes_by_title ON notes (title);'],
    ['the columns of an index', '(folder_id, kind)', '(folder_id)'],
    ['the order of an index', '(folder_id, kind)', '(kind, folder_id)'],
    ['the direction of an index', '(folder_id, kind)', '(folder_id, kind DESC)'],
    ['the uniqueness of an index', 'CREATE UNIQUE INDEX', 'CREATE INDEX'],
    ['the condition of an index', 'WHERE is_pinned = 1', 'WHERE is_pinned = 0'],
    ['a missing condition of an index', 'WHERE is_pinned = 1', ''],
  ])('finds and fixes %s', async (_, declared, migrated) => {
    const before = NOTES_SQL.replace(declared, migrated);
    expect(before).not.toBe(NOTES_SQL);
    const draft = await draftFrom([before]);
    expect(draft).not.toEqual([]);
    await expect(draftFrom([before, ...draft])).resolves.toEqual([]);
  });

  it('reports a surplus unique constraint, which a manual rebuild must remove', async () => {
    await expect(
      draftFrom([NOTES_SQL.replace('title TEXT', 'title TEXT UNIQUE')]),
    ).resolves.toEqual(['DROP INDEX notes_title_unique;']);
  });

  it('writes a new table in the style of the others', async () => {
    const others = NOTES_SQL.replace(/CREATE TABLE notes[^]+?STRICT;/u, '').replaceAll(
      /CREATE (?:UNIQUE )?INDEX[^;]+;/gu,
      '',
    );
    await expect(draftFrom([others])).resolves.toEqual([
      `CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  folder_id INTEGER NOT NULL,
  link TEXT NOT NULL,
  kind TEXT DEFAULT 'plain' NOT NULL,
  is_pinned INTEGER DEFAULT 0 NOT NULL,
  title TEXT,
  FOREIGN KEY (folder_id) REFERENCES folders(id) ON DELETE CASCADE,
  CHECK (kind IN ('plain', 'list'))
) STRICT;`,
      'CREATE UNIQUE INDEX notes_link_unique ON notes (link);',
      'CREATE INDEX notes_by_folder ON notes (folder_id,kind);',
      'CREATE UNIQUE INDEX notes_pinned ON notes (folder_id) WHERE is_pinned = 1;',
    ]);
  });

  it('makes a new table without an integer key WITHOUT ROWID', async () => {
    const others = NOTES_SQL.replace(/CREATE TABLE note_tags[^;]+;/u, '');
    await expect(draftFrom([others])).resolves.toEqual([
      expect.stringMatching(/PRIMARY KEY\(tag, note_id\)\n\) STRICT, WITHOUT ROWID;$/u),
    ]);
  });

  it('adds a column together with its check and the ON DELETE of its foreign key', async () => {
    const before = NOTES_SQL.replace(/ {2}kind .*\n/u, '')
      .replace(/ {2}folder_id .*\n/u, '')
      .replaceAll(/CREATE (?:UNIQUE )?INDEX[^;]+;/gu, '');
    await expect(draftFrom([before])).resolves.toEqual([
      'ALTER TABLE notes ADD folder_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE;',
      "ALTER TABLE notes ADD kind TEXT DEFAULT 'plain' NOT NULL CHECK (kind IN ('plain', 'list'));",
      'CREATE INDEX notes_by_folder ON notes (folder_id,kind);',
      'CREATE UNIQUE INDEX notes_pinned ON notes (folder_id) WHERE is_pinned = 1;',
    ]);
  });

  it('keeps the check of an added column when the table is rebuilt for something else', async () => {
    const before = NOTES_SQL.replace(/ {2}kind .*\n/u, '')
      .replace('title TEXT', 'title INTEGER')
      .replace(/CREATE INDEX[^;]+;/u, '');
    expect((await draftFrom([before])).join('\n')).toContain("CHECK (kind IN ('plain', 'list'))");
  });

  it('warns of the effects of a rebuild on D1', async () => {
    const before = NOTES_SQL.replace('title TEXT', 'title INTEGER');
    const [warning] = await draftFrom([before]);
    expect(warning).toMatch(/^-- A rebuild\. D1 keeps foreign keys on/u);
  });
});
