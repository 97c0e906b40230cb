import { and, eq, inArray, ne } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';

/** Takes an image out of the albums that have a link, also of an ended one. Private albums keep it. */
export const leaveSharedAlbums = prepareWrite((p: Params<{ imageId: number }>) => {
  const shared = query
    .select({ id: albums.id })
    .from(albumImages)
    .innerJoin(albums, eq(albums.id, albumImages.albumId))
    .where(and(eq(albumImages.imageId, p.imageId), ne(albums.visibility, 'private')));
  return query
    .delete(albumImages)
    .where(and(eq(albumImages.imageId, p.imageId), inArray(albumImages.albumId, shared)));
});
