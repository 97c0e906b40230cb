import { and, asc, eq, inArray, lte, notInArray, or, type SQL } from 'drizzle-orm';
import { limitTo, query, jsonValues } from '../../db/query.ts';
import { publicationJobs, type JobKind } from '../../db/schema/jobs.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { announceAvif, announceJob } from '../announce-job.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

/** A message is lost after this time. Sending it twice is harmless. */
const RESEND_AFTER_MS = 60_000;
/** AVIFs are made one at a time: most overdue ones only wait for their turn. */
const RESENT_PER_RUN: Readonly<Record<JobKind, number>> = { publish: 2000, avif: 10 };
const JOBS_PER_STATEMENT = 100;
const ANNOUNCE = { publish: announceJob, avif: announceAvif };

type ResendServices = Pick<Services, 'db' | 'clock' | 'publishQueue' | 'avifQueue' | 'log'>;

export async function resendJobs(services: ResendServices): Promise<number> {
  return (await resendKind(services, 'publish')) + (await resendKind(services, 'avif'));
}

function resendKind(services: ResendServices, kind: JobKind): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const due = { kind, now, overdue: now - RESEND_AFTER_MS };
  const most = RESENT_PER_RUN[kind];
  const limit = Math.min(JOBS_PER_STATEMENT, most);
  return sweepRows(services, {
    part: 'resend_publications',
    select: (seen) => db.run(selectOverdue({ ...due, seen, limit })),
    limit,
    most,
    keyOf: ({ jobId }) => jobId,
    handle: async (rows) => {
      const jobIds = rows.map(({ jobId }) => jobId);
      const touched = await db.run(touchOverdue({ ...due, jobIds }));
      await Promise.all(touched.map(({ jobId }) => ANNOUNCE[kind](services, jobId)));
      return touched.length;
    },
  });
}

/** A job is due when its last change is no later than `overdue` (milliseconds). */
type Due = { kind: JobKind; now: number; overdue: number };

// The longest waiting jobs come first, so jobs that never end block no others.
const selectOverdue = prepareAll((p: Params<Due & { seen: readonly RowKey[]; limit: number }>) =>
  query
    .select({ jobId: publicationJobs.id })
    .from(publicationJobs)
    .where(and(isOverdue(p), notInArray(publicationJobs.id, jsonValues(p.seen))))
    .orderBy(asc(publicationJobs.updatedAt), asc(publicationJobs.id))
    .limit(limitTo(p.limit)),
);

const touchOverdue = prepareAll((p: Params<Due & { jobIds: readonly number[] }>) =>
  query
    .update(publicationJobs)
    .set({ updatedAt: p.now })
    .where(and(inArray(publicationJobs.id, jsonValues(p.jobIds)), isOverdue(p)))
    .returning({ jobId: publicationJobs.id }),
);

function isOverdue(p: Params<Due>): SQL | undefined {
  return and(
    eq(publicationJobs.kind, p.kind),
    lte(publicationJobs.updatedAt, p.overdue),
    or(
      and(eq(publicationJobs.status, 'queued'), lte(publicationJobs.runAfter, p.overdue)),
      and(eq(publicationJobs.status, 'running'), lte(publicationJobs.leaseExpiresAt, p.now)),
    ),
  );
}
