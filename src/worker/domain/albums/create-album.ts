import { and, eq, lt, or, sql } from 'drizzle-orm';
import { newAlbumLink, newOpaqueId } from '../../../shared/ids.ts';
import { ALBUMS_MAX } from '../../../shared/entry-rules.ts';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, insertFrom, notExistsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { albums } from '../../db/schema/albums.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import { prepareAlbumCount } from '../accounting/count-albums.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import { JUDGE_END_ERRORS, judgeEnd } from '../judge-end.ts';
import type { Services } from '../services.ts';
import { requireActive, whileActive, WRITE_TRASH_ERRORS } from '../trash/trash-access.ts';
import { ALBUM_FIELDS, type Album, type AlbumVisibility } from './album.ts';
import type { AlbumOrder } from './album-order.ts';
import { requireAlbum } from './own-album.ts';
import { searchTitleOf } from './search-title.ts';

export interface NewAlbum {
  readonly title: string;
  readonly description: string;
  readonly visibility: AlbumVisibility;
  readonly order: AlbumOrder;
  readonly expiresAt: number | null;
  /** A repeated request has the same; null is never repeated. */
  readonly requestKey: string | null;
}

export type AlbumServices = Pick<Services, 'clock' | 'config' | 'db' | 'limiter'>;

const TOO_MANY = 'too_many_albums';

export const CREATE_ALBUM_ERRORS = [
  ...WRITE_TRASH_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  ...JUDGE_END_ERRORS,
  // The user has too many albums.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** A private album has no end. A repeated request finds the album as it is now. */
export async function createAlbum(
  services: AlbumServices,
  actor: Pick<Actor, 'userId'>,
  { title, description, visibility, order, expiresAt, requestKey: givenKey }: NewAlbum,
): Promise<{ readonly album: Album; readonly isNew: boolean }> {
  const { userId } = actor;
  const now = services.clock.now();
  judgeEnd(expiresAt, now);
  await limitWrites(services, actor);
  const request = { userId, requestKey: givenKey ?? newOpaqueId() };
  const shared =
    visibility === 'private'
      ? { link: null, expiresAt: null }
      : { link: newAlbumLink(), expiresAt };
  const texts = { title, searchTitle: searchTitleOf(title), description };
  const row = { ...request, ...texts, visibility, order, ...shared, now };
  try {
    const { inserted, album } = await whileActive(
      services.db.batch({
        isActive: requireActive({ userId }),
        fits: requireRoom(request),
        counted: countAlbum(request),
        inserted: insertAlbum(row),
        album: selectByRequest(request),
      }),
    );
    return { album: requireAlbum(album), isNew: inserted > 0 };
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== TOO_MANY) throw error;
    const message = `A user has at most ${String(ALBUMS_MAX)} albums`;
    throw new DomainError('invalid_parameter', { message, cause: error });
  }
}

type AlbumRequest = { userId: number; requestKey: string };

const isOfRequest = (p: Params<AlbumRequest>) =>
  and(eq(albums.userId, p.userId), eq(albums.requestKey, p.requestKey));

const isNew = (p: Params<AlbumRequest>) => notExistsIn(albums, isOfRequest(p));

const requireRoom = prepareGuard(TOO_MANY, (p: Params<AlbumRequest>) =>
  or(
    existsIn(albums, isOfRequest(p)),
    existsIn(users, and(eq(users.id, p.userId), lt(users.albumCount, ALBUMS_MAX))),
  ),
);

const countAlbum = prepareAlbumCount(isNew);

type NewRow = AlbumRequest &
  Omit<NewAlbum, 'requestKey'> & {
    readonly searchTitle: string;
    readonly link: string | null;
    readonly now: number;
  };

const insertAlbum = prepareWrite((p: Params<{ [Field in keyof NewRow]: NewRow[Field] }>) => {
  const { userId, requestKey, title, searchTitle, description, visibility, link, expiresAt, now } =
    p;
  const texts = { title, searchTitle, description };
  const row = { userId, requestKey, ...texts, visibility, link, expiresAt };
  const values = { ...row, imageOrder: p.order, createdAt: now, updatedAt: now };
  return insertFrom(albums, values, sql`WHERE ${isNew(p)}`);
});

const selectByRequest = prepareFirst((p: Params<AlbumRequest>) =>
  query.select(ALBUM_FIELDS).from(albums).where(isOfRequest(p)),
);
