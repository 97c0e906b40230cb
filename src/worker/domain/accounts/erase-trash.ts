import { and, eq, notInArray } from 'drizzle-orm';
import { jsonValues, query } from '../../db/query.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { eraseTrashed, TRASHED_PER_BATCH } from '../erasure/erase-trashed.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { countErased, requireDeleting } from './erasure-chunk.ts';

export function eraseTrash(
  { clock, db, log }: Pick<Services, 'clock' | 'db' | 'log'>,
  userId: number,
  most: number,
): Promise<number> {
  return sweepRows(
    { log },
    {
      part: 'erase_trash',
      select: (seen) => db.run(selectTrash({ userId, seen })),
      limit: TRASHED_PER_BATCH,
      most,
      keyOf: ({ id }) => id,
      handle: (rows) => {
        const chunk = { userId, rows, now: clock.now() };
        return countErased(eraseTrashed(db, chunk, [requireDeleting({ userId })]), rows.length);
      },
    },
  );
}

const selectTrash = prepareAll((p: Params<{ userId: number; seen: readonly RowKey[] }>) =>
  query
    .select({ id: trashedImages.id, imageFileId: trashedImages.imageFileId })
    .from(trashedImages)
    .where(
      and(eq(trashedImages.userId, p.userId), notInArray(trashedImages.id, jsonValues(p.seen))),
    )
    .limit(TRASHED_PER_BATCH),
);
