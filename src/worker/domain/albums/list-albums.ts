import { and, desc, eq, lt } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { albums } from '../../db/schema/albums.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage } from '../list-page.ts';
import type { Services } from '../services.ts';
import { ALBUM_FIELDS, toAlbum, type Album } from './album.ts';

export const LIST_ALBUMS_ERRORS = READ_CURSOR_ERRORS;

/** The newest first. */
export async function listAlbums(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
): Promise<{ readonly albums: readonly Album[]; readonly nextCursor: string }> {
  const [before] = readCursor(cursor, [Number.MAX_SAFE_INTEGER]);
  const found = await db.run(selectPage({ userId, before, rows: limit + 1 }));
  const { rows, nextCursor } = takePage(found, limit, ({ id }) => [id]);
  return { albums: rows.map(toAlbum), nextCursor };
}

const selectPage = prepareAll((p: Params<{ userId: number; before: number; rows: number }>) =>
  query
    .select(ALBUM_FIELDS)
    .from(albums)
    .where(and(eq(albums.userId, p.userId), lt(albums.id, p.before)))
    .orderBy(desc(albums.id))
    .limit(limitTo(p.rows)),
);
