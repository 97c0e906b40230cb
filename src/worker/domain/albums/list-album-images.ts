import type { StoredOrder } from '../../db/schema/albums.ts';
import { albums } from '../../db/schema/albums.ts';
import { query } from '../../db/query.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { CursorScope } from '../images/list-cursor.ts';
import type { ImagePage } from '../images/list-images.ts';
import { LISTED_FIELDS, type ListedImage } from '../images/listed-image.ts';
import type { Services } from '../services.ts';
import {
  cutPage,
  prepareAlbumPages,
  READ_START_ERRORS,
  readStart,
  requireSameOrder,
} from './album-range.ts';
import { isOwn, READ_ALBUM_ERRORS, type OwnAlbum } from './own-album.ts';

export interface AlbumListRequest {
  readonly albumId: number;
  readonly cursor: string;
  readonly limit: number;
}

export const LIST_ALBUM_IMAGES_ERRORS = [
  ...READ_ALBUM_ERRORS,
  ...READ_START_ERRORS,
] as const satisfies readonly ErrorName[];

/** In the album's order, whatever their state. */
export async function listAlbumImages(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  { userId }: Pick<Actor, 'userId'>,
  { albumId, cursor, limit }: AlbumListRequest,
): Promise<ImagePage> {
  const scope: CursorScope = [userId, 'album', albumId];
  const start = await readStart(keys, scope, cursor);
  const own = { userId, albumId };
  const { album, pages } = await db.batch({
    album: selectOrder(own),
    pages: selectPages(own, start, limit + 1),
  });
  if (album === null) throw new DomainError('album_not_found');
  const order: StoredOrder = album.imageOrder;
  requireSameOrder(start, order);
  const { page, nextCursor } = await cutPage(keys, scope, order, { rows: pages.flat(), limit });
  return { images: page, nextCursor, hasMore: nextCursor !== '' };
}

const selectOrder = prepareFirst((p: Params<OwnAlbum>) =>
  query.select({ imageOrder: albums.imageOrder }).from(albums).where(isOwn(p)),
);

const selectPages = prepareAlbumPages<OwnAlbum, ListedImage>(LISTED_FIELDS, isOwn);
