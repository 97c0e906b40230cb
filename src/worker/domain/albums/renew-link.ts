import { and, ne, type SQL } from 'drizzle-orm';
import { newAlbumLink } from '../../../shared/ids.ts';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { albums } from '../../db/schema/albums.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import type { Album } from './album.ts';
import type { AlbumServices } from './create-album.ts';
import {
  isOwn,
  requireAlbum,
  selectAlbum,
  WRITE_ALBUM_ERRORS,
  writeAlbum,
  type OwnAlbum,
} from './own-album.ts';

const IS_PRIVATE = 'album_is_private';

export const RENEW_LINK_ERRORS = [
  ...WRITE_ALBUM_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  // A private album has no link.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Revokes the link: no request that starts after the answer is admitted under it. Another one takes its place. */
export async function renewLink(
  services: AlbumServices,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
): Promise<Album> {
  await limitWrites(services, actor);
  const own = { userId: actor.userId, albumId };
  try {
    const { album } = await writeAlbum(services, actor, albumId, {
      renewed: updateLink({ ...own, link: newAlbumLink(), now: services.clock.now() }),
      isShared: guard(IS_PRIVATE),
      album: selectAlbum(own),
    });
    return requireAlbum(album);
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== IS_PRIVATE) throw error;
    throw new DomainError('invalid_parameter', {
      message: 'A private album has no link',
      cause: error,
    });
  }
}

const updateLink = prepareWrite((p: Params<OwnAlbum & { link: string; now: number }>) => {
  const isShared: SQL | undefined = and(isOwn(p), ne(albums.visibility, 'private'));
  return query.update(albums).set({ link: p.link, updatedAt: p.now }).where(isShared);
});
