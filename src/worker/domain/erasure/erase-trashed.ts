import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { prepareGuard } from '../../db/guard.ts';
import { insertFrom, jsonValues, query } from '../../db/query.ts';
import { imageFiles, imageVariants } from '../../db/schema/images.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { storedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { prepareErasureOf, type OutboxKind } from '../outbox/events.ts';
import { deleteFiles } from '../variants/delete-files.ts';
import { possibleKeys } from '../variants/possible-keys.ts';
import { lastViewAt } from './late-writers.ts';

/** An image of the trash that was restored or erased meanwhile; nothing is written then. */
export const TRASH_CHANGED = 'trash_changed';

export interface TrashedRow {
  readonly id: number;
  readonly imageFileId: number;
}

/** At most five objects each: an event takes one call to the bucket. */
export const TRASHED_PER_BATCH = 100;

interface ErasedRows {
  readonly userId: number;
  readonly rows: readonly TrashedRow[];
  readonly now: number;
}

/**
 * Erases images of one user's trash for good, in one batch: rows, quota, and the events that erase objects and counts of
 * views. Caches were purged when the images came into the trash.
 * @throws {GuardError} TRASH_CHANGED, or the reason of one of `guards`.
 */
export async function eraseTrashed(
  db: Database,
  erased: ErasedRows,
  guards: readonly Statement<number>[] = [],
): Promise<void> {
  await db.batch({ guards, erased: planErasure(erased) });
}

/** Guard: TRASH_CHANGED. */
export function planErasure({ userId, rows, now }: ErasedRows): Statement<number>[] {
  const chunk = { userId, imageIds: rows.map(({ id }) => id) };
  return [
    requireAll({ ...chunk, count: rows.length }),
    ...subtractTrashed(chunk),
    eraseObjects({ ...chunk, now }),
    eraseViews({ ...chunk, now, availableAt: lastViewAt(now) }),
    deleteTrashed(chunk),
    ...deleteFiles(rows.map(({ imageFileId }) => imageFileId)),
  ];
}

type Chunk = { userId: number; imageIds: readonly number[] };

const requireAll = prepareGuard(
  TRASH_CHANGED,
  (p: Params<Chunk & { count: number }>) =>
    sql`(SELECT count(*) FROM ${trashedImages} WHERE ${isInChunk(p)}) = ${p.count}`,
);

const subtractTrashed = prepareTotalsChange((p: Params<Chunk>) => {
  const files = sql`(SELECT ${trashedImages.imageFileId} FROM ${trashedImages} WHERE ${isInChunk(p)})`;
  return {
    userId: p.userId,
    storageUsed: minus(storedBytes(inArray(imageFiles.id, files))),
    trashed: minus(sql`(SELECT count(*) FROM ${trashedImages} WHERE ${isInChunk(p)})`),
  };
});

const eraseObjects = prepareErasureOf((p: Params<Chunk>) =>
  query
    .select({ key: sql<string>`${imageVariants.objectKey}`.as('key') })
    .from(imageVariants)
    .innerJoin(trashedImages, eq(trashedImages.imageFileId, imageVariants.imageFileId))
    .where(isInChunk(p))
    .union(possibleKeys(isInChunk(p), trashedImages))
    .as('doomed'),
);

/** One event an image. */
const eraseViews = prepareWrite((p: Params<Chunk & { now: number; availableAt: number }>) =>
  insertFrom(
    outboxEvents,
    {
      kind: 'erase' satisfies OutboxKind,
      payload: sql`json_object('keys', json_array(), 'share_links', json_group_array(link.value ->> 'id'))`,
      availableAt: p.availableAt,
      createdAt: p.now,
    },
    sql`FROM ${trashedImages} CROSS JOIN json_each(${trashedImages.shareLinks}) AS link
      WHERE ${isInChunk(p)} AND link.value ->> 'max_views' IS NOT NULL AND link.value ->> 'revoked_at' IS NULL
      GROUP BY ${trashedImages.id}`,
  ),
);

const deleteTrashed = prepareWrite((p: Params<Chunk>) =>
  query.delete(trashedImages).where(isInChunk(p)),
);

/** The unary plus makes SQLite use the image ids. */
function isInChunk(p: Params<Chunk>): SQL | undefined {
  return and(
    sql`+${trashedImages.userId} = ${p.userId}`,
    inArray(trashedImages.id, jsonValues(p.imageIds)),
  );
}
