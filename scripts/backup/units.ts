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
 * - An image is read with its file, variants, tokens, links, jobs and upload session, all as of one moment. Uploads
 *   without an image are read before.
 * - The trash is read before and after the images: each image that moves between them meanwhile is read, maybe twice.
 * - A parent is read after the tables that refer to it, so that a row's parent is missing only if it was deleted.
 */
export function planUnits(tables: readonly Table[]): Unit[] {
  const uploads = unitOfUploads(tables);
  const images = unitOfImages(tables);
  const trash = unitsOfTrash(tables);
  const inUnits = new Set(
    [uploads, images, ...trash].flatMap(({ members }) => members(ALL)).map(nameOf),
  );
  const single = tables
    .filter(({ name }) => !inUnits.has(name))
    .reverse()
    .map((root) => ({
      root,
      filter: ALL,
      members: (range: SQL) => [{ table: root, where: range }],
    }));
  const isEarly = ({ root }: Unit) => root.name === 'outbox_events';
  return [
    ...single.filter(isEarly),
    uploads,
    ...trash,
    images,
    ...trash,
    ...single.filter((unit) => !isEarly(unit)),
  ];
}

function nameOf({ table }: Member): string {
  return table.name;
}

/** Those whose image does not exist, yet or any more. */
function unitOfUploads(tables: readonly Table[]): Unit {
  const filter = sql`(image_id IS NULL OR image_id NOT IN (SELECT id FROM images))`;
  return {
    root: find(tables, 'upload_sessions'),
    filter,
    members: (range) => withDependents(tables, 'upload_sessions', and(filter, range) ?? range),
  };
}

function unitOfImages(tables: readonly Table[]): Unit {
  const files = (range: SQL) => sql`id IN (SELECT image_file_id FROM images WHERE ${range})`;
  const uploads = (range: SQL) => sql`image_id IN (SELECT id FROM images WHERE ${range})`;
  return {
    root: find(tables, 'images'),
    filter: ALL,
    members: (range) => {
      const members = new Map<string, Member>();
      for (const member of [
        ...withDependents(tables, 'images', range),
        ...withDependents(tables, 'image_files', files(range)),
        ...withDependents(tables, 'upload_sessions', uploads(range)),
      ]) {
        if (!members.has(member.table.name)) members.set(member.table.name, member);
      }
      return tables.flatMap(({ name }) => members.get(name) ?? []);
    },
  };
}

/** None in a database of the versions without a trash. */
function unitsOfTrash(tables: readonly Table[]): Unit[] {
  const name = 'trashed_images';
  const root = tables.find((table) => table.name === name);
  if (root === undefined) return [];
  const files = (range: SQL) =>
    sql`id IN (SELECT image_file_id FROM trashed_images WHERE ${range})`;
  const ofFile = (range: SQL) => withDependents(tables, 'image_files', files(range));
  const members = (range: SQL): Member[] =>
    ofFile(range).filter(({ table }) => table === root || isOfFile(table));
  return [{ root, filter: ALL, members }];
}

function isOfFile({ name }: Table): boolean {
  return name === 'image_files' || name === 'image_variants';
}

/** With the rows that refer to them, directly or not. */
function withDependents(tables: readonly Table[], name: string, where: SQL): Member[] {
  const dependents = tables.flatMap((table) =>
    table.references
      .filter((reference) => reference.table === name)
      .flatMap(({ column, target }) =>
        withDependents(
          tables,
          table.name,
          sql`${sql.identifier(column)} IN (SELECT ${sql.identifier(target)} FROM ${sql.identifier(name)} WHERE ${where})`,
        ),
      ),
  );
  return [{ table: find(tables, name), where }, ...dependents];
}

/** @throws {TypeError} when the migrations no longer make it. */
function find(tables: readonly Table[], wanted: string): Table {
  const table = tables.find(({ name }) => name === wanted);
  if (table === undefined) throw new TypeError(`no table ${wanted}`);
  return table;
}
