import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { albums } from '../../db/schema/albums.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { foldText } from '../../lib/fold-text.ts';
import type { Actor } from '../actor.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage } from '../list-page.ts';
import type { Services } from '../services.ts';
import { ALBUM_FIELDS, toAlbum, type Album } from './album.ts';
import { searchedTitle } from './search-title.ts';

export interface AlbumsRequest {
  readonly cursor: string;
  readonly limit: number;
  /** A case-insensitive substring of the title; '' for all albums. */
  readonly search: string;
}

export const LIST_ALBUMS_ERRORS = READ_CURSOR_ERRORS;

/** The newest first. A search reads each album of the user at most once: `ALBUMS_MAX` rows, which take some milliseconds. */
export async function listAlbums(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { cursor, limit, search }: AlbumsRequest,
): Promise<{ readonly albums: readonly Album[]; readonly nextCursor: string }> {
  const [before] = readCursor(cursor, [Number.MAX_SAFE_INTEGER]);
  const found = await db.run(
    selectPage({ userId, before, term: foldText(search), rows: limit + 1 }),
  );
  const { rows, nextCursor } = takePage(found, limit, ({ id }) => [id]);
  return { albums: rows.map(toAlbum), nextCursor };
}

type PageValues = { userId: number; before: number; term: string; rows: number };

const selectPage = prepareAll((p: Params<PageValues>) =>
  query
    .select(ALBUM_FIELDS)
    .from(albums)
    .where(
      and(
        eq(albums.userId, p.userId),
        lt(albums.id, p.before),
        // An empty term is in each title.
        sql`instr(${searchedTitle}, ${p.term}) > 0`,
      ),
    )
    .orderBy(desc(albums.id))
    .limit(limitTo(p.rows)),
);
