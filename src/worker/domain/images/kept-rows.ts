import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { existsIn, insertFrom, jsonRows } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images, imageTokens } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { trashedImages } from '../../db/schema/trash.ts';

/**
 * Rows as JSON, by the names of their columns, and back. A column that was added since gets its default.
 */

/** Tables of an image whose rows come back with it; those of the others are lost, and made again where needed. */
export const KEPT_TABLES = { imageTokens, shareLinks, publicationJobs, albumImages } as const;

/** Of a place in an album, beside its columns. Rows of earlier versions lack it. */
export const COVER_MARK = 'is_cover';

type KeptTable = keyof typeof KEPT_TABLES;

/** D1 takes 32 arguments of a function. */
const PAIRS_PER_OBJECT = 15;

/** Of the row of `images`. */
export function imageAsJson(): SQL {
  const pairs = columnsOf(images).map((column) => sql`${column.name}, ${column}`);
  const objects: SQL[] = [];
  for (let start = 0; start < pairs.length; start += PAIRS_PER_OBJECT) {
    objects.push(
      sql`json_object(${sql.join(pairs.slice(start, start + PAIRS_PER_OBJECT), sql`, `)})`,
    );
  }
  return objects.reduce((whole, part) => sql`json_patch(${whole}, ${part})`);
}

/** Those under a condition. A place in an album says whether the image is the cover that its owner chose. */
export function keptRows(name: KeptTable, where?: SQL): SQL {
  const table = KEPT_TABLES[name];
  const columns = Object.fromEntries(columnsOf(table).map((column) => [column.name, column]));
  const fields = { ...columns, ...(name === 'albumImages' && { [COVER_MARK]: isCover() }) };
  return jsonRows(table, fields, sql`WHERE ${and(eq(table.imageId, images.id), where)}`);
}

function isCover(): SQL {
  const { albumId, imageId } = albumImages;
  return existsIn(albums, and(eq(albums.id, albumId), eq(albums.coverImageId, imageId)));
}

/** Of rows of the trash under a condition. */
export function insertKeptImages(where: SQL | undefined): SQL {
  const row = sql`${trashedImages.image}`;
  // A trigger marks it again where its library is large.
  const values = { ...valuesOf(images, row), isLarge: sql`0` };
  return insertFrom(images, values, sql`FROM ${trashedImages} WHERE ${where}`);
}

/** With other values in some columns, and without places in albums that were deleted meanwhile. */
export function insertKeptRows(
  name: KeptTable,
  where: SQL | undefined,
  values: Readonly<Record<string, SQL>> = {},
): SQL {
  const hasAlbum =
    name === 'albumImages' ? existsIn(albums, eq(albums.id, KEPT_ALBUM_ID)) : undefined;
  const source = sql`FROM ${trashedImages} CROSS JOIN json_each(${trashedImages[name]}) AS kept WHERE ${and(where, hasAlbum)}`;
  return insertFrom<SQLiteTable>(
    KEPT_TABLES[name],
    { ...valuesOf(KEPT_TABLES[name], sql`kept.value`), ...values },
    source,
  );
}

/** Of a row `kept` of `albumImages`. */
export const KEPT_ALBUM_ID = sql`kept.value ->> ${albumImages.albumId.name}`;

function valuesOf(table: SQLiteTable, row: SQL): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries<SQLiteColumn>(getTableColumns(table))
      .filter(([, column]) => isWritten(column))
      .map(([field, column]) => [field, valueOf(column, row)]),
  );
}

function valueOf({ name, default: initial }: SQLiteColumn, row: SQL): SQL {
  const value = sql`${row} ->> ${name}`;
  return initial === undefined ? value : sql`coalesce(${value}, ${initial})`;
}

function columnsOf(table: SQLiteTable): SQLiteColumn[] {
  return Object.values<SQLiteColumn>(getTableColumns(table)).filter(isWritten);
}

function isWritten({ generated }: SQLiteColumn): boolean {
  return generated === undefined;
}
