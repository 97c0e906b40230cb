import { and, eq, isNull, sql } from 'drizzle-orm';
import { assignments } from '../../db/query.ts';
import { albums } from '../../db/schema/albums.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { COVER_MARK, KEPT_ALBUM_ID } from '../images/kept-rows.ts';
import { isChosen, type OwnChoice } from './trash-access.ts';

/**
 * Makes images that come back the covers that they were, unless their owner has chosen another one since. Of several, the
 * one that was thrown away last. Before their rows leave the trash.
 */
export const restoreCovers = prepareWrite((p: Params<OwnChoice>) => {
  const restored = { coverImageId: sql`restored.image_id` };
  const isOpen = and(eq(albums.id, sql`restored.album_id`), isNull(albums.coverImageId));
  // SQLite takes the other columns from the row with the maximum.
  return sql`UPDATE ${albums} SET ${assignments(albums, restored)}
    FROM (SELECT ${KEPT_ALBUM_ID} AS album_id, ${trashedImages.id} AS image_id, max(${trashedImages.trashedAt})
      FROM ${trashedImages} CROSS JOIN json_each(${trashedImages.albumImages}) AS kept
      WHERE ${isChosen(p)} AND kept.value ->> ${COVER_MARK} GROUP BY 1) AS restored
    WHERE ${isOpen}`;
});
