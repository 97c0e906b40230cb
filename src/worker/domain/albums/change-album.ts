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
import { REQUIRE_TAG_ERRORS, requireTag, textsTag } from '../texts/texts-tag.ts';
import type { Album, AlbumVisibility } from './album.ts';
import { ordersAfter, type AlbumOrder } from './album-order.ts';
import type { AlbumServices } from './create-album.ts';
import {
  isOwn,
  readAlbum,
  requireAlbum,
  selectAlbum,
  WRITE_ALBUM_ERRORS,
  writeAlbum,
} from './own-album.ts';
import { searchTitleOf } from './search-title.ts';

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
const TEXTS_CHANGED = 'texts_changed';

export const CHANGE_ALBUM_ERRORS = [
  ...WRITE_ALBUM_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  ...JUDGE_END_ERRORS,
  ...REQUIRE_TAG_ERRORS,
  // The cover is not in the album.
  'image_not_found',
] as const satisfies readonly ErrorName[];

/**
 * An album that becomes private loses its link and its end; one that is shared again gets another link.
 * @param ifMatch of `albumTag`: texts that it does not name are changed by nobody who has not seen them.
 */
export async function changeAlbum(
  services: AlbumServices,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
  change: AlbumChange,
  ifMatch: string | null = null,
): Promise<Album> {
  const now = services.clock.now();
  judgeEnd(change.expiresAt ?? null, now);
  await limitWrites(services, actor);
  const own = { userId: actor.userId, albumId };
  const seen =
    ifMatch === null ? null : await requireSeen(services, actor, albumId, change, ifMatch);
  const imageId = change.coverImageId ?? null;
  try {
    const { album } = await writeAlbum(services, actor, albumId, {
      texts: seen === null ? [] : requireSameTexts({ albumId, ...seen }),
      cover: requireMember({ albumId, imageId }),
      changed: updateAlbum({ ...own, ...toValues(change), newLink: newAlbumLink(), now }),
      album: selectAlbum(own),
    });
    return requireAlbum(album);
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    if (error.reason === TEXTS_CHANGED) throw new DomainError('texts_changed', { cause: error });
    if (error.reason !== NOT_A_MEMBER) throw error;
    throw new DomainError('image_not_found', { cause: error });
  }
}

type Texts = Pick<Album, 'title' | 'description'>;

/** Names title and description. */
export function albumTag({ title, description }: Texts): Promise<string> {
  return textsTag([title, description]);
}

/** The texts that the condition holds for. */
async function requireSeen(
  services: Pick<AlbumServices, 'db'>,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
  change: AlbumChange,
  ifMatch: string,
): Promise<Texts> {
  const album = await readAlbum(services, actor, albumId);
  const { title, description } = album;
  const isThere =
    (change.title ?? title) === title && (change.description ?? description) === description;
  if (!isThere) requireTag(ifMatch, await albumTag(album));
  return { title, description };
}

const requireSameTexts = prepareGuard(
  TEXTS_CHANGED,
  (p: Params<{ albumId: number; title: string; description: string }>) =>
    existsIn(
      albums,
      and(
        eq(albums.id, p.albumId),
        eq(albums.title, p.title),
        eq(albums.description, p.description),
      ),
    ),
);

function toValues({ title, description, visibility, order, expiresAt, coverImageId }: AlbumChange) {
  return {
    title: title ?? null,
    searchTitle: title === undefined ? null : searchTitleOf(title),
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
      searchTitle: sql`coalesce(${p.searchTitle}, ${albums.searchTitle})`,
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
