import { and, eq, inArray, lte } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareAll, type Slots } from '../../db/statement.ts';
import type { Services } from '../services.ts';

/** A message that has not come in this time is taken for lost. Sending a second one is harmless. */
const RESEND_AFTER_MS = 60_000;
const RESEND_JOBS_PER_RUN = 100;

/** Sends a new message for each job that is overdue or whose worker died: lost messages and crashes end here. */
export async function resendJobs({
  db,
  clock,
  publishQueue,
}: Pick<Services, 'db' | 'clock' | 'publishQueue'>): Promise<number> {
  const now = clock.now();
  const jobs = await db.run(touchOverdue({ now, overdue: now - RESEND_AFTER_MS }));
  await Promise.all(jobs.map(({ jobId }) => publishQueue.send({ jobId })));
  return jobs.length;
}

const touchOverdue = prepareAll(({ now, overdue }: Slots<{ now: number; overdue: number }>) => {
  const select = () => query.select({ id: publicationJobs.id }).from(publicationJobs);
  const untouched = lte(publicationJobs.updatedAt, overdue);
  const queued = and(eq(publicationJobs.status, 'queued'), lte(publicationJobs.runAfter, overdue));
  const died = and(eq(publicationJobs.status, 'running'), lte(publicationJobs.leaseExpiresAt, now));
  const due = unionAll(
    select().where(and(queued, untouched)),
    select().where(and(died, untouched)),
  ).limit(RESEND_JOBS_PER_RUN);
  return query
    .update(publicationJobs)
    .set({ updatedAt: now })
    .where(and(untouched, inArray(publicationJobs.id, due)))
    .returning({ jobId: publicationJobs.id });
});
