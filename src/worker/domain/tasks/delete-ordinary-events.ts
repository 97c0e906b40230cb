import { and, asc, gt, inArray, isNull, lte, or, eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { processingEvents } from '../../db/schema/jobs.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Task } from './task.ts';

/** Earlier versions recorded that an image was queued and published, which nothing reads. The position is an event's id. */
export const deleteOrdinaryEvents: Task = async ({ db }, position, limit) => {
  const events = await db.run(selectAfter({ position, limit }));
  const last = events.at(-1);
  if (last === undefined) return null;
  return {
    next: last.id,
    rows: events.length,
    statements: [deleteOrdinary({ after: position, upTo: last.id })],
  };
};

const selectAfter = prepareAll((p: Params<{ position: number; limit: number }>) =>
  query
    .select({ id: processingEvents.id })
    .from(processingEvents)
    .where(gt(processingEvents.id, p.position))
    .orderBy(asc(processingEvents.id))
    .limit(p.limit),
);

/** A detail tells why an image has no WebP. */
const deleteOrdinary = prepareWrite((p: Params<{ after: number; upTo: number }>) =>
  query
    .delete(processingEvents)
    .where(
      and(
        gt(processingEvents.id, p.after),
        lte(processingEvents.id, p.upTo),
        inArray(processingEvents.event, ['queued', 'published']),
        or(isNull(processingEvents.detail), eq(processingEvents.detail, 'avif')),
      ),
    ),
);
