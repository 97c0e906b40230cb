import { and, gt, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';
import { query, valuesOf } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, prepareWrite, type Slots } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

const MINUTE_MS = 60_000;
/** A run a minute looks at one of as many slices of the library, so that each image has its turn in an hour. */
const SLICES = 60;
const ROWS_PER_RUN = 10_000;

/**
 * Lets the order by views follow the views, in the slice of the library whose turn it is: reading all images once an
 * hour costs less than a row for each that says that it was viewed. At most 10,000 a run. @returns how many it moved.
 */
export function rankImages(services: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const { clock, db } = services;
  const slice = Math.floor(clock.now() / MINUTE_MS) % SLICES;
  return sweepRows(services, {
    part: 'rank_images',
    select: (seen) => db.run(selectMoved({ slice, seen })),
    limit: ROWS_PER_RUN,
    keyOf: ({ id }) => id,
    deal: (rows) => db.run(rank({ ids: rows.map(({ id }) => id) })),
  });
}

const selectMoved = prepareAll(
  ({ slice, seen }: Slots<{ slice: number; seen: readonly RowKey[] }>) => {
    const end = (slices: typeof slice) =>
      sql`(SELECT max(${images.id}) FROM ${images}) * ${slices} / ${SLICES}.0`;
    return query
      .select({ id: images.id })
      .from(images)
      .where(
        and(
          gt(images.id, end(slice)),
          lte(images.id, end(sql<number>`(${slice} + 1)` as typeof slice)),
          ne(images.viewCount, images.rankedViews),
          notInArray(images.id, valuesOf(seen)),
        ),
      )
      .limit(ROWS_PER_RUN);
  },
);

const rank = prepareWrite(({ ids }: Slots<{ ids: readonly number[] }>) =>
  query
    .update(images)
    .set({ rankedViews: images.viewCount })
    .where(inArray(images.id, valuesOf(ids))),
);
