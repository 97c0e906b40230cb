/**
 * Albums under their links, for everybody who has one.
 *
 * - The row, read from the primary, decides: a link that was withdrawn, or has ended, admits no request that starts later.
 * - An album shows its private images as well, under its own link alone. Their direct links stay private.
 */

import { and, eq, gt, isNull, ne, or, type SQL } from 'drizzle-orm';
import { existsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { networkOf } from '../../lib/client-address.ts';
import { NAMED_OWNER } from '../delivery/find-page.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

/** `now` in milliseconds. */
export type AlbumVisit = { link: string; now: number };

export interface AlbumVisitor {
  readonly link: string;
  readonly address: string;
}

export type SharedServices = Pick<Services, 'clock' | 'db' | 'negativeCache'>;

export type SharedAlbum = NonNullable<ReturnType<ReturnType<typeof selectShared>['read']>>;

export const SHARED_ALBUM_ERRORS = [
  // Also of a link that was withdrawn or has ended.
  'album_not_found',
  'too_many_misses',
] as const satisfies readonly ErrorName[];

export const selectShared = prepareFirst((p: Params<AlbumVisit>) =>
  query
    .select({
      id: albums.id,
      userId: albums.userId,
      title: albums.title,
      description: albums.description,
      visibility: albums.visibility,
      imageOrder: albums.imageOrder,
      imageCount: albums.imageCount,
      coverImageId: albums.coverImageId,
      owner: NAMED_OWNER,
      isIndexed: users.shareIndexed,
      sharesFullSize: users.shareFullSize,
    })
    .from(albums)
    .innerJoin(users, eq(users.id, albums.userId))
    .where(isShared(p)),
);

export function isShared(p: Params<AlbumVisit>): SQL | undefined {
  const isOpen = or(isNull(albums.expiresAt), gt(albums.expiresAt, p.now));
  const hasOwner = existsIn(users, and(eq(users.id, albums.userId), ne(users.status, 'deleting')));
  return and(eq(albums.link, p.link), isOpen, hasOwner);
}

/** A condition on `images`. */
export function isInShared(p: Params<AlbumVisit & { imageId: number }>): SQL {
  const members = query
    .select({ id: albumImages.imageId })
    .from(albumImages)
    .innerJoin(albums, eq(albums.id, albumImages.albumId))
    .where(and(isShared(p), eq(albumImages.imageId, p.imageId)));
  return eq(images.id, members);
}

/** Reads something under an album's link; null counts as a miss of the visitor's network. */
export async function findUnderLink<Found>(
  { clock, negativeCache }: Pick<SharedServices, 'clock' | 'negativeCache'>,
  address: string,
  read: () => Promise<Found | null>,
): Promise<Found> {
  const network = networkOf(address);
  const retryAfterSeconds = negativeCache.secondsToWait(network, clock.now());
  if (retryAfterSeconds > 0) throw new DomainError('too_many_misses', { retryAfterSeconds });
  const start = negativeCache.startLookup(network, clock.now());
  let isMiss = false;
  try {
    const found = await read();
    isMiss = found === null;
    if (found === null) throw new DomainError('album_not_found');
    return found;
  } finally {
    negativeCache.endLookup(network, start, isMiss, clock.now());
  }
}
