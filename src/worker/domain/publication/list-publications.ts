import { and, desc, eq, sql } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import {
  JOB_KINDS,
  JOB_STATUSES,
  publicationJobs,
  type JobKind,
  type JobStatus,
} from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { readFailure, type Failure } from '../failure.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage, type ListPage } from '../list-page.ts';
import type { Services } from '../services.ts';

export { JOB_KINDS, JOB_STATUSES };

export interface PublicationQuery {
  readonly status: JobStatus;
  readonly cursor: string;
  readonly limit: number;
}

export interface Publication {
  readonly jobId: number;
  readonly kind: JobKind;
  readonly imageId: number;
  readonly userId: number;
  readonly uploadId: string;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly failure: Failure | null;
  readonly lastError: string | null;
  /** Time of the next attempt, or end of the retention. */
  readonly runAfter: number;
  /** Null once the upload is gone. */
  readonly reservedBytes: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const LIST_PUBLICATIONS_ERRORS = READ_CURSOR_ERRORS;

export async function listPublications(
  { db }: Pick<Services, 'db'>,
  { status, cursor, limit }: PublicationQuery,
): Promise<ListPage<Publication>> {
  const last = Number.MAX_SAFE_INTEGER;
  const [runAfter, jobId] = readCursor<[number, number]>(cursor, [last, last]);
  const rows = await db.run(selectJobs({ status, runAfter, jobId, limit: limit + 1 }));
  const page = takePage(rows, limit, (row) => [row.runAfter, row.jobId]);
  return { ...page, rows: page.rows.map(toPublication) };
}

type JobRow = ReturnType<ReturnType<typeof selectJobs>['read']>[number];

function toPublication({ failureCode, failureMessage, ...job }: JobRow): Publication {
  return { ...job, failure: readFailure({ failureCode, failureMessage }) };
}

type PageStart = Params<{ status: JobStatus; runAfter: number; jobId: number; limit: number }>;

// The index begins with the kind; SQLite merges the two kinds as it reads, up to the limit.
const selectJobs = prepareAll((p: PageStart) =>
  selectKind('publish', p)
    .unionAll(selectKind('avif', p))
    .orderBy(desc(sql.identifier('runAfter')), desc(sql.identifier('jobId')))
    .limit(limitTo(p.limit)),
);

function selectKind(kind: JobKind, { status, runAfter, jobId }: PageStart) {
  return query
    .select({
      jobId: publicationJobs.id,
      kind: publicationJobs.kind,
      imageId: publicationJobs.imageId,
      userId: images.userId,
      uploadId: publicationJobs.uploadId,
      status: publicationJobs.status,
      attempts: publicationJobs.attempts,
      failureCode: images.failureCode,
      failureMessage: images.failureMessage,
      lastError: publicationJobs.lastError,
      runAfter: publicationJobs.runAfter,
      reservedBytes: uploadSessions.reservedBytes,
      createdAt: publicationJobs.createdAt,
      updatedAt: publicationJobs.updatedAt,
    })
    .from(publicationJobs)
    .innerJoin(images, eq(images.id, publicationJobs.imageId))
    .leftJoin(uploadSessions, eq(uploadSessions.uploadId, publicationJobs.uploadId))
    .where(
      and(
        eq(publicationJobs.status, status),
        eq(publicationJobs.kind, kind),
        sql`(${publicationJobs.runAfter}, ${publicationJobs.id}) < (${runAfter}, ${jobId})`,
      ),
    );
}
