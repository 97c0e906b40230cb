import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { notExistsIn, query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { isOwn, WRITE_ALBUM_ERRORS, writeAlbum, type OwnAlbum } from './own-album.ts';

export const DELETE_ALBUM_ERRORS = WRITE_ALBUM_ERRORS;

/** Of one batch. */
const IMAGES_PER_BATCH = 5000;

/**
 * Its images stay in the library. A larger album is private from the first batch on; one that is cut off there has fewer
 * images, and can be deleted again.
 */
export async function deleteAlbum(
  services: Pick<Services, 'background' | 'db'>,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
): Promise<void> {
  const deletion = removeAll(services, actor, albumId);
  // It goes on when the client is gone.
  services.background(deletion.catch(() => undefined));
  await deletion;
}

async function removeAll(
  services: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
): Promise<void> {
  const own = { userId: actor.userId, albumId };
  for (;;) {
    const { removed } = await writeAlbum(services, actor, albumId, {
      removed: removeAlbum(own),
      hidden: hideAlbum(own),
      images: removeSome({ albumId }),
    });
    if (removed > 0) return;
  }
}

const removeAlbum = prepareWrite((p: Params<OwnAlbum>) =>
  query
    .delete(albums)
    .where(
      and(
        isOwn(p),
        or(
          lte(albums.imageCount, IMAGES_PER_BATCH),
          notExistsIn(albumImages, eq(albumImages.albumId, albums.id)),
        ),
      ),
    ),
);

const hideAlbum = prepareWrite((p: Params<OwnAlbum>) =>
  query
    .update(albums)
    .set({ visibility: sql`'private'`, link: null, expiresAt: null })
    .where(isOwn(p)),
);

const removeSome = prepareWrite((p: Params<{ albumId: number }>) => {
  const some = query
    .select({ id: albumImages.imageId })
    .from(albumImages)
    .where(eq(albumImages.albumId, p.albumId))
    .limit(IMAGES_PER_BATCH);
  return query
    .delete(albumImages)
    .where(and(eq(albumImages.albumId, p.albumId), inArray(albumImages.imageId, some)));
});
