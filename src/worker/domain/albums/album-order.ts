import { asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { albumImages, albums, STORED_ORDERS, type StoredOrder } from '../../db/schema/albums.ts';
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

/** The order by hand begins as the order that is shown. */
export function storedOrderAfter(chosen: SQL<AlbumOrder | null>): SQL<StoredOrder> {
  const current = albums.imageOrder;
  return sql`CASE WHEN ${chosen} IS NULL THEN ${current} WHEN ${chosen} <> 'manual' THEN ${chosen}
    WHEN ${current} IN ('newest', 'manual_reversed') THEN 'manual_reversed' ELSE 'manual' END`;
}

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
