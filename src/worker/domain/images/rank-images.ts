import { and, eq, gt, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';
import { existsIn, jsonValues, notExistsIn, query } from '../../db/query.ts';
import { LIBRARY_STAGES, users } from '../../db/schema/accounts.ts';
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
const LIBRARIES_PER_RUN = 100;

/**
 * Of large libraries, the slice of `dueAt`'s minute, and whole those that have become large; returns the number of moved
 * images. An update at each view would cost more.
 */
export async function rankImages(
  services: Pick<Services, 'db' | 'log'>,
  dueAt: number,
): Promise<number> {
  const libraries = await rankLibraries(services);
  return libraries + (await rankSlice(services, dueAt));
}

/** Its list is sorted by the exact views until each image has a rank. */
async function rankLibraries(services: Pick<Services, 'db' | 'log'>): Promise<number> {
  const { db } = services;
  let moved = 0;
  for (const { userId } of await db.run(selectUnranked())) {
    const most = ROWS_PER_RUN - moved;
    if (most <= 0) break;
    const done = await sweepRows(services, {
      part: 'rank_images',
      select: (seen) => db.run(selectMovedOf({ userId, seen })),
      limit: ROWS_PER_STATEMENT,
      most,
      keyOf: ({ id }) => id,
      handle: (rows) => db.run(rank({ ids: rows.map(({ id }) => id) })),
    });
    moved += done;
    await db.run(markRanked({ userId }));
  }
  return moved;
}

const selectUnranked = prepareAll(() =>
  query
    .select({ userId: users.id })
    .from(users)
    .where(eq(users.libraryStage, LIBRARY_STAGES.large))
    .limit(LIBRARIES_PER_RUN),
);

const selectMovedOf = prepareAll((p: Params<{ userId: number; seen: readonly RowKey[] }>) =>
  query
    .select({ id: images.id })
    .from(images)
    .where(
      and(
        eq(images.userId, p.userId),
        ne(images.viewCount, images.rankedViews),
        notInArray(images.id, jsonValues(p.seen)),
      ),
    )
    .limit(ROWS_PER_STATEMENT),
);

const markRanked = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ libraryStage: LIBRARY_STAGES.ranked })
    .where(
      and(
        eq(users.id, p.userId),
        notExistsIn(
          images,
          and(eq(images.userId, p.userId), ne(images.viewCount, images.rankedViews)),
        ),
      ),
    ),
);

function rankSlice(services: Pick<Services, 'db' | 'log'>, dueAt: number): Promise<number> {
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
    existsIn(
      users,
      and(eq(users.id, images.userId), eq(users.libraryStage, LIBRARY_STAGES.ranked)),
    ),
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
