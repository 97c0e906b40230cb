import { inArray } from 'drizzle-orm';
import { jsonValues, query } from '../../db/query.ts';
import { albumImages } from '../../db/schema/albums.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { Album } from '../albums/album.ts';
import { listAlbums } from '../albums/list-albums.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';

/** The place of an image in the order by hand of an album. */
export interface AlbumPlace {
  readonly albumId: number;
  readonly position: number;
}

const ALBUMS_PER_PAGE = 500;

export async function listAllAlbums(
  services: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
): Promise<Album[]> {
  const albums: Album[] = [];
  for (let cursor = ''; ;) {
    const page = await listAlbums(services, actor, { cursor, limit: ALBUMS_PER_PAGE, search: '' });
    albums.push(...page.albums);
    if (page.nextCursor === '') return albums;
    cursor = page.nextCursor;
  }
}

export const selectPlaces = prepareAll((p: Params<{ imageIds: readonly number[] }>) =>
  query
    .select({
      imageId: albumImages.imageId,
      albumId: albumImages.albumId,
      position: albumImages.position,
    })
    .from(albumImages)
    .where(inArray(albumImages.imageId, jsonValues(p.imageIds))),
);
