import { asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import {
  albumImages,
  albums,
  HAND_ORDERS,
  STORED_ORDERS,
  type StoredOrder,
} from '../../db/schema/albums.ts';
import { query } from '../../db/query.ts';

export const ALBUM_ORDERS = ['newest', 'oldest', 'manual'] as const;

/** As its owner chooses it. */
export type AlbumOrder = (typeof ALBUM_ORDERS)[number];

export const BY_ORDER = {
  newest: { column: albumImages.datedAt, isDescending: true },
  oldest: { column: albumImages.datedAt, isDescending: false },
  manual: { column: albumImages.position, isDescending: false },
  manual_reversed: { column: albumImages.position, isDescending: true },
} as const satisfies Readonly<Record<StoredOrder, object>>;

export function toAlbumOrder(stored: StoredOrder): AlbumOrder {
  return stored === 'manual_reversed' ? 'manual' : stored;
}

/** The order by hand begins as the order that is shown. Later it is the one that was left, whatever was shown meanwhile. */
export function ordersAfter(chosen: SQL<AlbumOrder | null>) {
  const { imageOrder: current, handOrder } = albums;
  const left = sql`iif(${inArray(current, [...HAND_ORDERS])}, ${current}, ${handOrder})`;
  const byHand = sql`coalesce(${left}, iif(${current} = 'newest', 'manual_reversed', 'manual'))`;
  const imageOrder = sql`iif(${chosen} = 'manual', ${byHand}, coalesce(${chosen}, ${current}))`;
  return { imageOrder, handOrder: left };
}

/** The order by hand, also while another one is shown; an order by date of an album that was never in it. */
export const HAND_ORDER = sql<StoredOrder>`coalesce(${albums.handOrder}, ${albums.imageOrder})`;

/** Positions of a millisecond: an order by hand begins by date. */
export const POSITIONS_PER_MS = 1024;
/** Between images at the end of an order by hand: it can be halved 26 times. */
export const POSITION_STEP = 2 ** 26;

/** Of the album of the outer query. */
export function firstImageId(): SQL<number | null> {
  const cases = STORED_ORDERS.map((order) => {
    const { column, isDescending } = BY_ORDER[order];
    const direct = isDescending ? desc : asc;
    const first = query
      .select({ id: albumImages.imageId })
      .from(albumImages)
      .where(eq(albumImages.albumId, albums.id))
      .orderBy(direct(column), direct(albumImages.imageId))
      .limit(1);
    return sql`WHEN ${order} THEN (${first})`;
  });
  return sql`CASE ${albums.imageOrder} ${sql.join(cases, sql` `)} END`;
}
