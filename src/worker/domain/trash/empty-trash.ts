import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { TRASH_CHANGED, TRASHED_PER_BATCH } from '../erasure/erase-trashed.ts';
import { eraseOwn, selectQuota, type TrashQuota, type TrashServices } from './delete-trashed.ts';
import { requireActive, whileActive, WRITE_TRASH_ERRORS } from './trash-access.ts';

export const EMPTY_TRASH_ERRORS = WRITE_TRASH_ERRORS;

/** Marked in one statement. */
const ROWS_PER_CALL = 10_000;
/** More than clocks of isolates differ by: none restores an image that another one has marked. */
const CLOCK_MARGIN_MS = 60_000;

export interface EmptiedTrash extends TrashQuota {
  /** Images that were due before are not counted. */
  readonly emptied: number;
  /** Call again. */
  readonly hasMore: boolean;
}

/**
 * Makes the newest images of the trash due: they are out of it at once. The first of them are erased before the answer, the
 * others by the cron.
 */
export async function emptyTrash(
  services: TrashServices,
  { userId }: Pick<Actor, 'userId'>,
): Promise<EmptiedTrash> {
  const { clock, db } = services;
  const now = clock.now();
  const { emptied, due } = await whileActive(
    db.batch({
      isActive: requireActive({ userId }),
      emptied: makeDue({ userId, now, dueAt: now - CLOCK_MARGIN_MS }),
      due: selectDue({ userId, now }),
    }),
  );
  try {
    await eraseOwn(services, userId, due);
  } catch (error) {
    // The cron has some of them.
    if (!(error instanceof GuardError) || error.reason !== TRASH_CHANGED) throw error;
  }
  return {
    ...(await db.run(selectQuota({ userId }))),
    emptied,
    hasMore: emptied === ROWS_PER_CALL,
  };
}

const makeDue = prepareWrite((p: Params<{ userId: number; now: number; dueAt: number }>) => {
  const newest = query
    .select({ id: trashedImages.id })
    .from(trashedImages)
    .where(and(eq(trashedImages.userId, p.userId), gt(trashedImages.eraseDueAt, p.now)))
    .orderBy(desc(trashedImages.eraseDueAt))
    .limit(ROWS_PER_CALL);
  return query
    .update(trashedImages)
    .set({ eraseDueAt: sql`${p.dueAt}` })
    .where(inArray(trashedImages.id, newest));
});

const selectDue = prepareAll((p: Params<{ userId: number; now: number }>) =>
  query
    .select({ id: trashedImages.id, imageFileId: trashedImages.imageFileId })
    .from(trashedImages)
    .where(and(eq(trashedImages.userId, p.userId), lte(trashedImages.eraseDueAt, p.now)))
    .orderBy(asc(trashedImages.eraseDueAt))
    .limit(TRASHED_PER_BATCH),
);
