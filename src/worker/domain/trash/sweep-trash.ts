import { and, asc, lte, notInArray } from 'drizzle-orm';
import { GuardError } from '../../db/guard.ts';
import { jsonValues, query } from '../../db/query.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { planErasure, TRASH_CHANGED, TRASHED_PER_BATCH } from '../erasure/erase-trashed.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

/** 100,000 due images take ten minutes. */
const IMAGES_PER_RUN = 10_000;

/** Erases what is due. Several runs at once, or one that stops anywhere, erase each image once. */
export function sweepTrash({ clock, db, log }: Pick<Services, 'clock' | 'db' | 'log'>) {
  const now = clock.now();
  return sweepRows(
    { log },
    {
      part: 'erase_trash',
      select: (seen) => db.run(selectDue({ now, seen })),
      limit: TRASHED_PER_BATCH,
      most: IMAGES_PER_RUN,
      keyOf: ({ id }) => id,
      handle: async (due) => {
        const owned = [...Map.groupBy(due, ({ userId }) => userId)];
        const erased = owned.flatMap(([userId, rows]) => planErasure({ userId, rows, now }));
        try {
          await db.batch({ erased });
          return due.length;
        } catch (error) {
          // Another run has some of them. Those of one owner wait for the next one; several owners are divided.
          const isChanged = error instanceof GuardError && error.reason === TRASH_CHANGED;
          if (!isChanged || owned.length > 1) throw error;
          return 0;
        }
      },
    },
  );
}

const selectDue = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({
      id: trashedImages.id,
      userId: trashedImages.userId,
      imageFileId: trashedImages.imageFileId,
    })
    .from(trashedImages)
    .where(
      and(lte(trashedImages.eraseDueAt, p.now), notInArray(trashedImages.id, jsonValues(p.seen))),
    )
    .orderBy(asc(trashedImages.eraseDueAt))
    .limit(TRASHED_PER_BATCH),
);
