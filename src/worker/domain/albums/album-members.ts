import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { ALBUM_IMAGES_MAX } from '../../../shared/entry-rules.ts';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, insertFrom, jsonValues, query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, prepareOne, prepareWrite, type Params } from '../../db/statement.ts';
import { prepareMemberCount } from '../accounting/count-albums.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { HAND_ORDER, POSITION_STEP, POSITIONS_PER_MS } from './album-order.ts';
import { WRITE_ALBUM_ERRORS, writeAlbum, type OwnAlbum } from './own-album.ts';

type MemberServices = Pick<Services, 'clock' | 'db'>;
type Choice = { albumId: number; imageIds: readonly number[] };

export interface AddedImages {
  /** Of the ids of the call, those that are in the album now. */
  readonly imageIds: readonly number[];
  readonly imageCount: number;
}

const TOO_MANY = 'album_is_full';

export const ADD_TO_ALBUM_ERRORS = [
  ...WRITE_ALBUM_ERRORS,
  // The album would have too many images.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Repeated images stay where they are. Ids that are not in the actor's library are left out. */
export async function addToAlbum(
  services: MemberServices,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
  imageIds: readonly number[],
): Promise<AddedImages> {
  const choice = { albumId, imageIds };
  const own = { ...choice, userId: actor.userId };
  try {
    const { members, album } = await writeAlbum(services, actor, albumId, {
      counted: countNew(own),
      fits: requireRoom({ albumId }),
      inserted: insertMembers({ ...own, now: services.clock.now() }),
      members: selectMembers(choice),
      album: selectCount({ albumId }),
    });
    return { imageIds: members.map(({ id }) => id), imageCount: album.imageCount };
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== TOO_MANY) throw error;
    const message = `An album has at most ${String(ALBUM_IMAGES_MAX)} images`;
    throw new DomainError('invalid_parameter', { message, cause: error });
  }
}

export const REMOVE_FROM_ALBUM_ERRORS = WRITE_ALBUM_ERRORS;

/** Images that are not in the album are left out. Returns the number of those that are. */
export async function removeFromAlbum(
  services: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
  imageIds: readonly number[],
): Promise<number> {
  const { album } = await writeAlbum(services, actor, albumId, {
    removed: deleteMembers({ albumId, imageIds }),
    album: selectCount({ albumId }),
  });
  return album.imageCount;
}

const isOwnImage = (p: Params<OwnAlbum & Choice>) =>
  and(inArray(images.id, jsonValues(p.imageIds)), sql`+${images.userId} = ${p.userId}`);

const countNew = prepareMemberCount(
  (p: Params<OwnAlbum & Choice>) => sql`SELECT ${images.id} FROM ${images} WHERE ${isOwnImage(p)}`,
);

const requireRoom = prepareGuard(TOO_MANY, (p: Params<{ albumId: number }>) =>
  existsIn(albums, and(eq(albums.id, p.albumId), lte(albums.imageCount, ALBUM_IMAGES_MAX))),
);

const insertMembers = prepareWrite((p: Params<OwnAlbum & Choice & { now: number }>) => {
  const end = (side: string) =>
    sql`(SELECT coalesce(${sql.raw(side)}(${albumImages.position}), 0) FROM ${albumImages} WHERE ${eq(albumImages.albumId, p.albumId)})`;
  const away = sql`(asked.key + 1) * ${POSITION_STEP}`;
  const position = sql`CASE ${HAND_ORDER} WHEN 'manual' THEN ${end('max')} + ${away}
    WHEN 'manual_reversed' THEN ${end('min')} - ${away} ELSE ${images.datedAt} * ${POSITIONS_PER_MS} END`;
  const values = { albumId: albums.id, imageId: images.id, position };
  const dates = { datedAt: images.datedAt, addedAt: p.now };
  const source = sql`FROM json_each(${p.imageIds}) AS asked CROSS JOIN ${albums} ON ${eq(albums.id, p.albumId)}
    CROSS JOIN ${images} ON ${images.id} = asked.value WHERE +${images.userId} = ${p.userId} ON CONFLICT DO NOTHING`;
  return insertFrom(albumImages, { ...values, ...dates }, source);
});

const isChosen = (p: Params<Choice>) =>
  and(eq(albumImages.albumId, p.albumId), inArray(albumImages.imageId, jsonValues(p.imageIds)));

const deleteMembers = prepareWrite((p: Params<Choice>) =>
  query.delete(albumImages).where(isChosen(p)),
);

const selectMembers = prepareAll((p: Params<Choice>) =>
  query.select({ id: albumImages.imageId }).from(albumImages).where(isChosen(p)),
);

const selectCount = prepareOne((p: Params<{ albumId: number }>) =>
  query.select({ imageCount: albums.imageCount }).from(albums).where(eq(albums.id, p.albumId)),
);
