import { eq, and, or, isNull, sql } from 'drizzle-orm';
import { newAlbumLink } from '../../../shared/ids.ts';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import { JUDGE_END_ERRORS, judgeEnd } from '../judge-end.ts';
import type { Album, AlbumVisibility } from './album.ts';
import { ordersAfter, type AlbumOrder } from './album-order.ts';
import type { AlbumServices } from './create-album.ts';
import { isOwn, requireAlbum, selectAlbum, WRITE_ALBUM_ERRORS, writeAlbum } from './own-album.ts';

/** Undefined fields stay. */
export interface AlbumChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: AlbumVisibility | undefined;
  readonly order?: AlbumOrder | undefined;
  readonly expiresAt?: number | null | undefined;
  /** Null for the first image. */
  readonly coverImageId?: number | null | undefined;
}

const NOT_A_MEMBER = 'cover_not_in_album';

export const CHANGE_ALBUM_ERRORS = [
  ...WRITE_ALBUM_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  ...JUDGE_END_ERRORS,
  // The cover is not in the album.
  'image_not_found',
] as const satisfies readonly ErrorName[];

/** An album that becomes private loses its link and its end; one that is shared again gets another link. */
export async function changeAlbum(
  services: AlbumServices,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
  change: AlbumChange,
): Promise<Album> {
  const now = services.clock.now();
  judgeEnd(change.expiresAt ?? null, now);
  await limitWrites(services, actor);
  const own = { userId: actor.userId, albumId };
  const imageId = change.coverImageId ?? null;
  try {
    const { album } = await writeAlbum(services, actor, albumId, {
      cover: requireMember({ albumId, imageId }),
      changed: updateAlbum({ ...own, ...toValues(change), newLink: newAlbumLink(), now }),
      album: selectAlbum(own),
    });
    return requireAlbum(album);
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_A_MEMBER) throw error;
    throw new DomainError('image_not_found', { cause: error });
  }
}

function toValues({ title, description, visibility, order, expiresAt, coverImageId }: AlbumChange) {
  return {
    title: title ?? null,
    description: description ?? null,
    visibility: visibility ?? null,
    order: order ?? null,
    setsEnd: expiresAt !== undefined,
    expiresAt: expiresAt ?? null,
    setsCover: coverImageId !== undefined,
    coverImageId: coverImageId ?? null,
  };
}

const requireMember = prepareGuard(
  NOT_A_MEMBER,
  (p: Params<{ albumId: number; imageId: number | null }>) =>
    or(
      isNull(p.imageId),
      existsIn(
        albumImages,
        and(eq(albumImages.albumId, p.albumId), eq(albumImages.imageId, p.imageId)),
      ),
    ),
);

type Values = ReturnType<typeof toValues> & {
  readonly userId: number;
  readonly albumId: number;
  readonly newLink: string;
  readonly now: number;
};

const updateAlbum = prepareWrite((p: Params<{ [Field in keyof Values]: Values[Field] }>) => {
  const visibility = sql`coalesce(${p.visibility}, ${albums.visibility})`;
  const end = sql`iif(${p.setsEnd}, ${p.expiresAt}, ${albums.expiresAt})`;
  return query
    .update(albums)
    .set({
      title: sql`coalesce(${p.title}, ${albums.title})`,
      description: sql`coalesce(${p.description}, ${albums.description})`,
      visibility,
      ...ordersAfter(p.order),
      link: sql`iif(${visibility} = 'private', NULL, coalesce(${albums.link}, ${p.newLink}))`,
      expiresAt: sql`iif(${visibility} = 'private', NULL, ${end})`,
      coverImageId: sql`iif(${p.setsCover}, ${p.coverImageId}, ${albums.coverImageId})`,
      updatedAt: p.now,
    })
    .where(isOwn(p));
});
