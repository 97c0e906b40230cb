import { and, asc, eq, inArray, lte, notInArray, or, type SQL } from 'drizzle-orm';
import { query, valuesOf } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareAll, type Slots } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { announceAvif, announceJob } from './queue-publication.ts';

/** A message that has not come in this time is taken for lost. Sending a second one is harmless. */
const RESEND_AFTER_MS = 60_000;
const RESEND_JOBS_PER_RUN = 100;

/** Sends a new message for each job that is overdue or whose worker died: lost messages and crashes end here. */
export function resendJobs(
  services: Pick<Services, 'db' | 'clock' | 'publishQueue' | 'avifQueue' | 'log'>,
): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const moments = { now, overdue: now - RESEND_AFTER_MS };
  return sweepRows(services, {
    part: 'resend_publications',
    select: (seen) => db.run(selectOverdue({ ...moments, seen })),
    limit: RESEND_JOBS_PER_RUN,
    keyOf: ({ jobId }) => jobId,
    deal: async (rows) => {
      const jobIds = rows.map(({ jobId }) => jobId);
      const touched = await db.run(touchOverdue({ ...moments, jobIds }));
      await Promise.all(
        touched.map(({ jobId, kind }) =>
          kind === 'avif' ? announceAvif(services, jobId) : announceJob(services, jobId),
        ),
      );
      return touched.length;
    },
  });
}

// Those that have waited longest come first: jobs that nobody brings to an end keep no others from their turn.
const selectOverdue = prepareAll(
  ({ now, overdue, seen }: Slots<{ now: number; overdue: number; seen: readonly RowKey[] }>) =>
    query
      .select({ jobId: publicationJobs.id })
      .from(publicationJobs)
      .where(and(isOverdue(now, overdue), notInArray(publicationJobs.id, valuesOf(seen))))
      .orderBy(asc(publicationJobs.updatedAt), asc(publicationJobs.id))
      .limit(RESEND_JOBS_PER_RUN),
);

const touchOverdue = prepareAll(
  ({ now, overdue, jobIds }: Slots<{ now: number; overdue: number; jobIds: readonly number[] }>) =>
    query
      .update(publicationJobs)
      .set({ updatedAt: now })
      .where(and(inArray(publicationJobs.id, valuesOf(jobIds)), isOverdue(now, overdue)))
      .returning({ jobId: publicationJobs.id, kind: publicationJobs.kind }),
);

function isOverdue(now: SQL, overdue: SQL): SQL | undefined {
  return and(
    lte(publicationJobs.updatedAt, overdue),
    or(
      and(eq(publicationJobs.status, 'queued'), lte(publicationJobs.runAfter, overdue)),
      and(eq(publicationJobs.status, 'running'), lte(publicationJobs.leaseExpiresAt, now)),
    ),
  );
}
