import { and, gt, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';
import { jsonValues, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

const MINUTE_MS = 60_000;
/** One slice a minute, so each image has its turn within an hour. */
const SLICES = 60;
/** Consecutive ids per slice: an id keeps its slice while the library grows. */
const TURN_IDS = 1000;
const ROWS_PER_STATEMENT = 10_000;
const ROWS_PER_RUN = 60_000;

/** Of marked images, the slice of `dueAt`'s minute; returns how many have moved. An update at each view would cost more. */
export function rankImages(services: Pick<Services, 'db' | 'log'>, dueAt: number): Promise<number> {
  const { db } = services;
  const slice = Math.floor(dueAt / MINUTE_MS) % SLICES;
  return sweepRows(services, {
    part: 'rank_images',
    select: (seen) => db.run(selectMoved({ slice, seen })),
    limit: ROWS_PER_STATEMENT,
    most: ROWS_PER_RUN,
    keyOf: ({ id }) => id,
    handle: (rows) => db.run(rank({ ids: rows.map(({ id }) => id) })),
  });
}

const selectMoved = prepareAll((p: Params<{ slice: number; seen: readonly RowKey[] }>) => {
  const before = sql.identifier('before');
  const next = sql`${before} + ${SLICES * TURN_IDS}`;
  const hasMoved = and(
    gt(images.id, before),
    lte(images.id, sql`${before} + ${TURN_IDS}`),
    ne(images.viewCount, images.rankedViews),
    // The plus keeps SQLite from the index of the ranks, which it would read whole for each turn.
    sql`+${images.isLarge} = 1`,
    notInArray(images.id, jsonValues(p.seen)),
  );
  return sql<{ id: number }>`WITH RECURSIVE turns (${before}) AS (
      SELECT ${p.slice} * ${TURN_IDS}
      UNION ALL SELECT ${next} FROM turns WHERE ${next} < (SELECT max(${images.id}) FROM ${images})
    )
    SELECT ${images.id} AS id FROM turns CROSS JOIN ${images} ON ${hasMoved} LIMIT ${ROWS_PER_STATEMENT}`;
});

const rank = prepareWrite((p: Params<{ ids: readonly number[] }>) =>
  query
    .update(images)
    .set({ rankedViews: images.viewCount })
    .where(inArray(images.id, jsonValues(p.ids))),
);
