import { and, eq, sql, type SQL } from 'drizzle-orm';
import { assignments, notExistsIn } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareWrite, type ParamValues, type Params, type Statement } from '../../db/statement.ts';

/** Counts of what is about to be inserted, in the same batch. Triggers count what leaves. */

/** `isNew` is a condition on the request. */
export function prepareAlbumCount<Values extends ParamValues & { readonly userId: number }>(
  isNew: (p: Params<Values>) => SQL,
): (values: Values) => Statement<number> {
  return prepareWrite((p: Params<Values>) => {
    const counted = { albumCount: sql`${users.albumCount} + 1` };
    return sql`UPDATE ${users} SET ${assignments(users, counted)} WHERE ${and(eq(users.id, p.userId), isNew(p))}`;
  }) as (values: Values) => Statement<number>;
}

/** `selectIds` selects image ids, each once. */
export function prepareMemberCount<Values extends ParamValues & { readonly albumId: number }>(
  selectIds: (p: Params<Values>) => SQL,
): (values: Values) => Statement<number> {
  return prepareWrite((p: Params<Values>) => {
    const isMember = and(eq(albumImages.albumId, p.albumId), sql`${albumImages.imageId} = new.id`);
    const added = sql`(SELECT count(*) FROM (${selectIds(p)}) AS new WHERE ${notExistsIn(albumImages, isMember)})`;
    const counted = { imageCount: sql`${albums.imageCount} + ${added}` };
    return sql`UPDATE ${albums} SET ${assignments(albums, counted)} WHERE ${eq(albums.id, p.albumId)}`;
  }) as (values: Values) => Statement<number>;
}

/** Of images that come back from the trash, before their rows leave it. */
export function prepareKeptCount<Values extends ParamValues>(
  isRestored: (p: Params<Values>) => SQL | undefined,
): (values: Values) => Statement<number> {
  return prepareWrite((p: Params<Values>) => {
    const id = sql`kept.value ->> ${albumImages.albumId.name}`;
    const counted = { imageCount: sql`${albums.imageCount} + restored.images` };
    return sql`UPDATE ${albums} SET ${assignments(albums, counted)}
      FROM (SELECT ${id} AS album_id, count(*) AS images
        FROM ${trashedImages} CROSS JOIN json_each(${trashedImages.albumImages}) AS kept
        WHERE ${isRestored(p)} GROUP BY 1) AS restored
      WHERE ${albums.id} = restored.album_id`;
  }) as (values: Values) => Statement<number>;
}
