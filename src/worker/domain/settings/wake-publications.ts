import { and, eq, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { WATERMARK_UNUSABLE } from '../../../shared/watermark-layout.ts';

/**
 * Publications wait while the watermark cannot be drawn: their jobs are queued with WATERMARK_UNUSABLE as their error.
 * Each change of the watermark ends their wait, in its own batch.
 *
 * A job that is running may have read the settings before the change and be about to wait. The change therefore moves
 * its `run_after`, which means nothing while it runs, and the job does not wait if it finds that moved.
 */

export const wakeWaiting = prepareAll((p: Params<{ now: number }>) =>
  query
    .update(publicationJobs)
    .set({ runAfter: p.now, lastError: null, updatedAt: p.now })
    .where(isWaiting())
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
