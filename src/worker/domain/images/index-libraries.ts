import { and, asc, eq, gt, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';
import { existsIn, jsonValues, notExistsIn, query } from '../../db/query.ts';
import { LIBRARY_STAGES, users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { SHRUNK_LIBRARY_IMAGES } from '../accounting/change-totals.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

/**
 * - Triggers keep an image in the indexes exactly while it is marked, and mark the new images of a library that is not
 *   small.
 * - The marks of a changing library follow in chunks, which may stop or run twice. Its stage moves when they are
 *   complete; until then it is walked.
 */

/** Each may have 320 entries in the substring index. */
const IMAGES_PER_STATEMENT = 200;
/** One selection, since each reads the images that are done, too. */
const IMAGES_PER_RUN = 10_000;
const LIBRARIES_PER_RUN = 100;

type IndexServices = Pick<Services, 'db' | 'log'>;

/** Returns the number of images that came into the indexes or left them. */
export async function indexLibraries(services: IndexServices): Promise<number> {
  const { db } = services;
  let moved = 0;
  for (const { userId, imageCount } of await db.run(selectChanging())) {
    const most = IMAGES_PER_RUN - moved;
    if (most <= 0) break;
    const isLarge = imageCount > SHRUNK_LIBRARY_IMAGES ? 1 : 0;
    const done = await markImages(services, { userId, isLarge, most });
    moved += done;
    if (done === most) break;
    const end = isLarge === 1 ? markIndexed : markSmall;
    await db.run(end({ userId }));
  }
  return moved;
}

const selectChanging = prepareAll(() =>
  query
    .select({ userId: users.id, imageCount: users.imageCount })
    .from(users)
    .where(eq(users.libraryStage, LIBRARY_STAGES.changing))
    .orderBy(asc(users.id))
    .limit(LIBRARIES_PER_RUN),
);

function markImages(
  services: IndexServices,
  { userId, isLarge, most }: { userId: number; isLarge: number; most: number },
): Promise<number> {
  const { db } = services;
  return sweepRows(services, {
    part: 'index_libraries',
    select: (seen) => db.run(selectOthers({ userId, isLarge, seen })),
    limit: IMAGES_PER_RUN,
    most,
    keyOf: ({ id }) => id,
    handle: async (rows) => {
      for (let from = 0; from < rows.length; from += IMAGES_PER_STATEMENT) {
        const ids = rows.slice(from, from + IMAGES_PER_STATEMENT).map(({ id }) => id);
        await db.run(mark({ userId, ids, isLarge }));
      }
      return rows.length;
    },
  });
}

const selectOthers = prepareAll(
  (p: Params<{ userId: number; isLarge: number; seen: readonly RowKey[] }>) =>
    query
      .select({ id: images.id })
      .from(images)
      .where(
        and(
          eq(images.userId, p.userId),
          ne(images.isLarge, p.isLarge),
          notInArray(images.id, jsonValues(p.seen)),
        ),
      )
      // Rows of one time lie together: by another index, each would be read from a page of its own.
      .orderBy(asc(images.visibility), asc(images.createdAt))
      .limit(IMAGES_PER_RUN),
);

/** A run that another one has overtaken marks nothing: an image without a mark is in no list of an indexed library. */
const mark = prepareWrite(
  (p: Params<{ userId: number; ids: readonly number[]; isLarge: number }>) => {
    const isWanted = sql`(${gt(users.imageCount, SHRUNK_LIBRARY_IMAGES)}) = ${p.isLarge}`;
    return query
      .update(images)
      .set({ isLarge: p.isLarge })
      .where(
        and(
          inArray(images.id, jsonValues(p.ids)),
          existsIn(users, and(isChanging({ userId: p.userId }), isWanted)),
        ),
      );
  },
);

/** Unless an image is not marked (the trigger `users_wait_for_marks`). */
const markIndexed = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ libraryStage: LIBRARY_STAGES.indexed })
    .where(and(isChanging(p), gt(users.imageCount, SHRUNK_LIBRARY_IMAGES))),
);

const markSmall = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ libraryStage: LIBRARY_STAGES.small })
    .where(
      and(
        isChanging(p),
        lte(users.imageCount, SHRUNK_LIBRARY_IMAGES),
        notExistsIn(images, and(eq(images.userId, p.userId), eq(images.isLarge, 1))),
      ),
    ),
);

function isChanging({ userId }: Params<{ userId: number }>) {
  return and(eq(users.id, userId), eq(users.libraryStage, LIBRARY_STAGES.changing));
}
