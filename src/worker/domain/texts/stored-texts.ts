import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { images } from '../../db/schema/images.ts';
import { tasks } from '../../db/schema/tasks.ts';
import type { Params, SqlParam } from '../../db/statement.ts';
import { titleOf } from '../../lib/base-name.ts';
import { searchColumns, type ImageTexts } from '../../lib/search-text.ts';

/**
 * A title that is the file's name without its extension is stored as '', and so is a search text that is the filename in
 * lower case. Only texts that SQLite derives alike are left out: of names without separators, and of printable ASCII.
 */

/** The task that stores texts so. The version before reads whole ones, until it is done. */
export const SLIM_IMAGES = 'slim_images';

const SEPARATORS = /[/\\\0]/u;
export const PRINTABLE_ASCII = /^[ -~]+$/u;

/** Columns of `images`. */
export type StoredTexts = { title: string; searchText: string };

export interface TextColumns {
  readonly titleKey: string;
  readonly whole: StoredTexts;
  readonly slim: StoredTexts;
}

export function textColumns(texts: ImageTexts): TextColumns {
  const { title, filename } = texts;
  const { titleKey, searchText } = searchColumns(texts);
  const isOwnTitle = SEPARATORS.test(filename) || title !== titleOf(filename);
  const isOwnText = !PRINTABLE_ASCII.test(filename) || searchText !== filename.toLowerCase();
  return {
    titleKey,
    whole: { title, searchText },
    slim: { title: isOwnTitle ? title : '', searchText: isOwnText ? searchText : '' },
  };
}

export type TextValues = {
  titleKey: string;
  title: string;
  searchText: string;
  slimTitle: string;
  slimSearchText: string;
};

/** For `writtenTexts`. */
export function textValues(texts: ImageTexts): TextValues {
  const { titleKey, whole, slim } = textColumns(texts);
  return { titleKey, ...whole, slimTitle: slim.title, slimSearchText: slim.searchText };
}

/** Columns of an image that is written. `id`: null for a new one. */
export function writtenTexts(p: Params<TextValues>, id: SqlParam<number> | null) {
  const isAhead = id === null ? undefined : sql`${tasks.position} < ${id}`;
  const open = and(eq(tasks.name, SLIM_IMAGES), isNull(tasks.doneAt), isAhead);
  const isWhole = sql`EXISTS (SELECT 1 FROM ${tasks} WHERE ${open})`;
  return {
    titleKey: p.titleKey,
    title: sql<string>`iif(${isWhole}, ${p.title}, ${p.slimTitle})`,
    searchText: sql<string>`iif(${isWhole}, ${p.searchText}, ${p.slimSearchText})`,
  };
}

const { title, filename, searchText } = images;
/** Up to and with the last dot. */
const stem = sql`rtrim(${filename}, replace(${filename}, '.', ''))`;
const derivedTitle = sql`iif(length(${stem}) > 1, substr(${stem}, 1, length(${stem}) - 1), ${filename})`;

export const imageTitle: SQL<string> = sql<string>`iif(${title} = '', ${derivedTitle}, ${title})`;

/** Folded: title, filename and description. */
export const searchedText: SQL<string> = sql<string>`iif(${searchText} = '', lower(${filename}), ${searchText})`;
