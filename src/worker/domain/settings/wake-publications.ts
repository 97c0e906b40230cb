import { and, asc, eq, sql } from 'drizzle-orm';
import { isAmongFirst, query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { WATERMARK_UNUSABLE } from '../../../shared/watermark-layout.ts';

/**
 * Publications wait while the watermark cannot be drawn: their jobs are queued with WATERMARK_UNUSABLE as their error.
 * Each change of the watermark ends their wait, in its own batch, which is of a bounded size.
 *
 * A job that is running may have read the settings before the change and be about to wait. The change therefore moves
 * its `run_after`, which means nothing while it runs, and the job does not wait if it finds that moved.
 */

/** Of more, the last begin at their next check, a quarter of an hour later at most. */
export const WOKEN_PER_CHANGE = 5000;

export const wakeWaiting = prepareAll((p: Params<{ now: number }>) =>
  query
    .update(publicationJobs)
    .set({ runAfter: p.now, lastError: null, updatedAt: p.now })
    .where(
      isAmongFirst(
        publicationJobs.id,
        isWaiting(),
        WOKEN_PER_CHANGE,
        asc(publicationJobs.runAfter),
      ),
    )
    .returning({ jobId: publicationJobs.id }),
);

export const overtakeRunning = prepareWrite(() =>
  query
    .update(publicationJobs)
    .set({ runAfter: sql`${publicationJobs.runAfter} + 1` })
    .where(and(eq(publicationJobs.status, 'running'), eq(publicationJobs.kind, 'publish'))),
);

export function isWaiting() {
  return and(
    eq(publicationJobs.status, 'queued'),
    eq(publicationJobs.kind, 'publish'),
    eq(publicationJobs.lastError, WATERMARK_UNUSABLE),
  );
}
