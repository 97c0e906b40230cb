/**
 * An album in the order of its owner's hand.
 *
 * - Moved images get positions between their neighbours. Where these are too close, up to 100 images behind are
 *   spread again; where that is too dense as well, all images behind are moved away in one statement.
 * - Positions are read first. Another move in between cannot break anything: whatever the positions are, they are an order.
 */

import { and, asc, desc, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { jsonValues, limitTo, query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { prepareAll, prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { POSITION_STEP } from './album-order.ts';
import { isOwn, WRITE_ALBUM_ERRORS, writeAlbum, type OwnAlbum } from './own-album.ts';
import { appendTo, spreadPositions } from './spread-positions.ts';

export interface AlbumMove {
  /** In the order that they get. */
  readonly imageIds: readonly number[];
  /** An image of the album; null for its end. */
  readonly beforeId: number | null;
}

/** Of images behind that are read. */
const WINDOW = 100;

export const MOVE_IN_ALBUM_ERRORS = [
  ...WRITE_ALBUM_ERRORS,
  // `beforeId` is not in the album.
  'image_not_found',
  // The album is in order of date, or `beforeId` is among the moved.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Ids that are not in the album are left out. */
export async function moveInAlbum(
  services: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
  albumId: number,
  move: AlbumMove,
): Promise<void> {
  const { userId } = actor;
  const imageIds = [...new Set(move.imageIds)];
  if (move.beforeId !== null && imageIds.includes(move.beforeId)) {
    throw new DomainError('invalid_parameter', { message: 'before: is among image_ids' });
  }
  const own = { userId, albumId };
  const place = await readPlace(services, own, move.beforeId, imageIds);
  await writeAlbum(services, actor, albumId, planMove(albumId, place, imageIds));
}

function planMove(albumId: number, place: Place, imageIds: readonly number[]) {
  const { sign, before, behind } = place;
  const positions = behind.map(({ position }) => position);
  const isLast = behind.length < WINDOW;
  const spread = spreadPositions(imageIds.length, { before, behind: positions, isLast });
  const { moved, shifted } = spread ?? appendTo(before ?? 0, imageIds.length);
  const placed = new Map([
    ...imageIds.map((id, rank) => [id, (moved[rank] ?? 0) * sign] as const),
    ...shifted.map((position, rank) => [behind[rank]?.id ?? 0, position * sign] as const),
  ]);
  const { id = 0, position = 0 } = behind[0] ?? {};
  const from = { albumId, imageIds, id, position: position * sign };
  const distance = POSITION_STEP * (imageIds.length + 1) * sign;
  const { moveAway } = sign === 1 ? ASCENDING : DESCENDING;
  return {
    away: spread === null ? [moveAway({ ...from, distance })] : [],
    placed: setPositions({
      albumId,
      imageIds: [...placed.keys()],
      placed: JSON.stringify(Object.fromEntries(placed)),
    }),
  };
}

interface Place {
  /** -1 where the order runs from high to low: positions below are multiplied by it, so that they rise. */
  readonly sign: 1 | -1;
  readonly before: number | null;
  readonly behind: readonly { readonly id: number; readonly position: number }[];
}

async function readPlace(
  { db }: Pick<Services, 'db'>,
  own: OwnAlbum,
  beforeId: number | null,
  imageIds: readonly number[],
): Promise<Place> {
  const { albumId } = own;
  const { album, target } = await db.batch({
    album: selectOrder(own),
    target: selectTarget({ albumId, imageId: beforeId ?? 0 }),
  });
  if (album === null) throw new DomainError('album_not_found');
  const { imageOrder } = album;
  if (imageOrder !== 'manual' && imageOrder !== 'manual_reversed') {
    throw new DomainError('invalid_parameter', { message: 'The album is in order of date' });
  }
  if (beforeId !== null && target === null) throw new DomainError('image_not_found');
  const sign = imageOrder === 'manual' ? 1 : -1;
  const end = { id: sign * Number.MAX_SAFE_INTEGER, position: sign * Number.MAX_SAFE_INTEGER };
  const from = { albumId, imageIds, ...(target ?? end) };
  const { selectBefore, selectBehind } = sign === 1 ? ASCENDING : DESCENDING;
  const found = await db.batch({
    before: selectBefore({ ...from }),
    behind: selectBehind({ ...from, rows: WINDOW }),
  });
  return {
    sign,
    before: found.before === null ? null : found.before.position * sign,
    behind: found.behind.map(({ id, position }) => ({ id, position: position * sign })),
  };
}

const selectOrder = prepareFirst((p: Params<OwnAlbum>) =>
  query.select({ imageOrder: albums.imageOrder }).from(albums).where(isOwn(p)),
);

const PLACE = { id: albumImages.imageId, position: albumImages.position };

const selectTarget = prepareFirst((p: Params<{ albumId: number; imageId: number }>) =>
  query
    .select(PLACE)
    .from(albumImages)
    .where(and(eq(albumImages.albumId, p.albumId), eq(albumImages.imageId, p.imageId))),
);

type From = { albumId: number; position: number; id: number; imageIds: readonly number[] };

const ASCENDING = prepareNeighbours(1);
const DESCENDING = prepareNeighbours(-1);

function prepareNeighbours(sign: 1 | -1) {
  const { imageId, position } = albumImages;
  const [direct, reverse] = sign === 1 ? [asc, desc] : [desc, asc];
  return {
    selectBefore: prepareFirst((p: Params<From>) =>
      query
        .select(PLACE)
        .from(albumImages)
        .where(
          and(
            isOther(p),
            sql`(${position}, ${imageId}) ${sql.raw(sign === 1 ? '<' : '>')} (${p.position}, ${p.id})`,
          ),
        )
        .orderBy(reverse(position), reverse(imageId))
        .limit(1),
    ),
    selectBehind: prepareAll((p: Params<From & { rows: number }>) =>
      query
        .select(PLACE)
        .from(albumImages)
        .where(isBehindTarget(sign, p))
        .orderBy(direct(position), direct(imageId))
        .limit(limitTo(p.rows)),
    ),
    moveAway: prepareWrite((p: Params<From & { distance: number }>) =>
      query
        .update(albumImages)
        .set({ position: sql`${position} + ${p.distance}` })
        .where(isBehindTarget(sign, p)),
    ),
  };
}

/** The target among them. */
function isBehindTarget(sign: 1 | -1, p: Params<From>): SQL | undefined {
  const { imageId, position } = albumImages;
  return and(
    isOther(p),
    sql`(${position}, ${imageId}) ${sql.raw(sign === 1 ? '>=' : '<=')} (${p.position}, ${p.id})`,
  );
}

function isOther(p: Params<From>): SQL | undefined {
  return and(
    eq(albumImages.albumId, p.albumId),
    notInArray(albumImages.imageId, jsonValues(p.imageIds)),
  );
}

/**
 * `placed` is a JSON object of positions by image id. A join with its entries would read the whole album, and the entries
 * again for each image.
 */
const setPositions = prepareWrite(
  (p: Params<{ albumId: number; imageIds: readonly number[]; placed: string }>) =>
    query
      .update(albumImages)
      .set({ position: sql`json_extract(${p.placed}, '$."' || ${albumImages.imageId} || '"')` })
      .where(
        and(
          eq(albumImages.albumId, p.albumId),
          inArray(albumImages.imageId, jsonValues(p.imageIds)),
        ),
      ),
);
