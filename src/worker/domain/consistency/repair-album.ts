import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { existsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { countOf } from '../accounting/amounts.ts';
import type { ConsistencyServices } from './finding.ts';

/** Takes out images of other users, and counts the rest. A cover that is not among them goes. */
export async function repairAlbum({ db }: ConsistencyServices, albumId: number): Promise<void> {
  await db.batch({ foreign: deleteForeign({ albumId }), counted: recountAlbum({ albumId }) });
}

export async function recountAlbums({ db }: ConsistencyServices, userId: number): Promise<void> {
  await db.run(recountUser({ userId }));
}

const deleteForeign = prepareWrite((p: Params<{ albumId: number }>) => {
  const foreign = query
    .select({ id: albumImages.imageId })
    .from(albumImages)
    .innerJoin(albums, eq(albums.id, albumImages.albumId))
    .innerJoin(images, eq(images.id, albumImages.imageId))
    .where(and(eq(albumImages.albumId, p.albumId), ne(images.userId, albums.userId)));
  return query
    .delete(albumImages)
    .where(and(eq(albumImages.albumId, p.albumId), inArray(albumImages.imageId, foreign)));
});

const recountAlbum = prepareWrite((p: Params<{ albumId: number }>) => {
  const isMember = existsIn(
    albumImages,
    and(eq(albumImages.albumId, albums.id), eq(albumImages.imageId, albums.coverImageId)),
  );
  return query
    .update(albums)
    .set({
      imageCount: countOf(albumImages, eq(albumImages.albumId, albums.id)),
      coverImageId: sql`iif(${isMember}, ${albums.coverImageId}, NULL)`,
    })
    .where(eq(albums.id, p.albumId));
});

const recountUser = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ albumCount: countOf(albums, eq(albums.userId, users.id)) })
    .where(eq(users.id, p.userId)),
);
