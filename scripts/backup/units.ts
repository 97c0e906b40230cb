import { and, sql, type SQL } from 'drizzle-orm';
import type { Table } from './tables.ts';

/** Rows that are read in one transaction: those of the root in a range of keys, and those that belong to them. */
export interface Unit {
  readonly root: Table;
  /** Of the root's rows. */
  readonly filter: SQL;
  /** Parents first. `range` is a condition on the root. */
  readonly members: (range: SQL) => readonly Member[];
}

interface Member {
  readonly table: Table;
  readonly where: SQL;
}

const ALL = sql`true`;

/**
 * In the order of reading:
 *
 * - Outbox events come first. An erasure that is recorded later concerns images that are read as deleted, or whose page
 *   is read again because their objects are gone.
 * - A file is read with its image, in the library or in the trash, and with what belongs to that: variants, tokens, links,
 *   jobs, upload session. All are as of one moment. Files never move, so no image is missed that moves between library
 *   and trash meanwhile. A new table that refers to an image is read with it.
 * - Uploads without an image are read before.
 * - A parent is read after the tables that refer to it, so that a row's parent is missing only if it was deleted.
 */
export function planUnits(tables: readonly Table[]): Unit[] {
  const uploads = unitOfUploads(tables);
  const files = unitOfFiles(tables);
  const inUnits = new Set(files.members(ALL).map(({ table }) => table.name));
  const single = tables
    .filter(({ name }) => !inUnits.has(name))
    .reverse()
    .map((root) => ({
      root,
      filter: ALL,
      members: (range: SQL) => [{ table: root, where: range }],
    }));
  const isEarly = ({ root }: Unit) => root.name === 'outbox_events';
  return [...single.filter(isEarly), uploads, files, ...single.filter((unit) => !isEarly(unit))];
}

/** Those whose image does not exist, yet or any more. */
function unitOfUploads(tables: readonly Table[]): Unit {
  // One list of both tables would be made of all ids for each page.
  const isElsewhere = listOwners(tables).map(
    (owner) => sql`image_id NOT IN (SELECT id FROM ${owner})`,
  );
  const filter = sql`(image_id IS NULL OR (${sql.join(isElsewhere, sql` AND `)}))`;
  return {
    root: find(tables, 'upload_sessions'),
    filter,
    members: (range) => withDependents(tables, 'upload_sessions', and(filter, range) ?? range),
  };
}

function unitOfFiles(tables: readonly Table[]): Unit {
  const uploads = (range: SQL) => {
    const ids = listOwners(tables).map(
      (owner) => sql`
        SELECT id FROM ${owner} WHERE image_file_id IN (SELECT id FROM image_files WHERE ${range})`,
    );
    return sql`image_id IN (${sql.join(ids, sql` UNION ALL `)})`;
  };
  return {
    root: find(tables, 'image_files'),
    filter: ALL,
    members: (range) => {
      const members = new Map(
        [
          ...withDependents(tables, 'image_files', range),
          ...withDependents(tables, 'upload_sessions', uploads(range)),
        ].map((member) => [member.table.name, member]),
      );
      return tables.flatMap(({ name }) => members.get(name) ?? []);
    },
  };
}

/** Tables with rows of images: a database of the versions without a trash has one. */
function listOwners(tables: readonly Table[]): SQL[] {
  return tables
    .filter(({ name }) => name === 'images' || name === 'trashed_images')
    .map(({ name }) => sql`${sql.identifier(name)}`);
}

/**
 * With the rows that refer to them, directly or not.
 * @throws {TypeError} for a reference that may be null: a row without it would belong to no unit.
 */
function withDependents(tables: readonly Table[], name: string, where: SQL): Member[] {
  const dependents = tables.flatMap((table) =>
    table.references
      .filter((reference) => reference.table === name)
      .flatMap(({ column, target }) => {
        if (!table.required.includes(column)) {
          throw new TypeError(`${table.name}.${column} refers to ${name} and may be null`);
        }
        return withDependents(
          tables,
          table.name,
          sql`${sql.identifier(column)} IN (SELECT ${sql.identifier(target)} FROM ${sql.identifier(name)} WHERE ${where})`,
        );
      }),
  );
  return [{ table: find(tables, name), where }, ...dependents];
}

/** @throws {TypeError} when the migrations no longer make it. */
function find(tables: readonly Table[], wanted: string): Table {
  const table = tables.find(({ name }) => name === wanted);
  if (table === undefined) throw new TypeError(`no table ${wanted}`);
  return table;
}
