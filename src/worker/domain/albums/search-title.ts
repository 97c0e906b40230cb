import { sql, type SQL } from 'drizzle-orm';
import { albums } from '../../db/schema/albums.ts';
import { foldText } from '../../lib/fold-text.ts';
import { PRINTABLE_ASCII } from '../texts/stored-texts.ts';

/** '' for a title that SQLite folds alike. */
export function searchTitleOf(title: string): string {
  return PRINTABLE_ASCII.test(title) ? '' : foldText(title);
}

const { title, searchTitle } = albums;

export const searchedTitle: SQL<string> = sql<string>`iif(${searchTitle} = '', lower(${title}), ${searchTitle})`;
