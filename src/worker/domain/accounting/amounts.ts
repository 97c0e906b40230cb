import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { imageFiles, images } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';

/** Of the files for which the condition holds. */
export function storedBytes(where?: SQLWrapper): SQL<number> {
  return sumOf(imageFiles.size, imageFiles, where);
}

export function reservedBytes(where?: SQLWrapper): SQL<number> {
  return sumOf(uploadSessions.reservedBytes, uploadSessions, where);
}

export function countedViews(where?: SQLWrapper): SQL<number> {
  return sumOf(images.viewCount, images, where);
}

export function countedImages(where?: SQLWrapper): SQL<number> {
  return countOf(images, where);
}

export function countOf(table: SQLiteTable, where?: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${table}${whereOf(where)})`;
}

function sumOf(column: SQLiteColumn, table: SQLiteTable, where?: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT coalesce(sum(${column}), 0) FROM ${table}${whereOf(where)})`;
}

function whereOf(where?: SQLWrapper): SQL {
  return where === undefined ? sql`` : sql` WHERE ${where}`;
}
