import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
} from 'drizzle-orm';
import { notExistsIn, query, jsonValues } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { isClosedForGood } from './close-uploads.ts';

type ForgetServices = Pick<Services, 'db' | 'config' | 'clock' | 'log'>;
type Due = Params<{ closedBy: number; keyBefore: number }>;

const ROWS_PER_STATEMENT = 1000;
const ROWS_PER_RUN = 10_000;

/** Long enough for a client that lost its connection to read the result. */
const CLOSED_ROW_RETENTION_MS = 86_400_000;

/** Deletes closed sessions whose idempotency keys have expired. */
export function forgetUploads(services: ForgetServices): Promise<number> {
  const { clock, config, db } = services;
  const now = clock.now();
  const due = {
    closedBy: now - CLOSED_ROW_RETENTION_MS,
    keyBefore: now - config.UPLOAD_IDEMPOTENCY_TTL_MS,
  };
  return sweepRows(services, {
    part: 'delete_closed_uploads',
    select: (seen) => db.run(selectClosed({ ...due, seen })),
    limit: ROWS_PER_STATEMENT,
    most: ROWS_PER_RUN,
    keyOf: ({ uploadId }) => uploadId,
    handle: (rows) =>
      db.run(deleteClosed({ ...due, uploadIds: rows.map(({ uploadId }) => uploadId) })),
  });
}

const selectClosed = prepareAll((p: Due & Params<{ seen: readonly RowKey[] }>) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(and(isForgettable(p), notInArray(uploadSessions.uploadId, jsonValues(p.seen))))
    .orderBy(asc(uploadSessions.closedAt))
    .limit(ROWS_PER_STATEMENT),
);

const deleteClosed = prepareWrite((p: Due & Params<{ uploadIds: readonly string[] }>) =>
  query
    .delete(uploadSessions)
    .where(and(inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)), isForgettable(p))),
);

function isForgettable({ closedBy, keyBefore }: Due): SQL | undefined {
  return and(
    isNotNull(uploadSessions.closedAt),
    isNull(uploadSessions.eraseDueAt),
    lte(uploadSessions.closedAt, closedBy),
    isClosedForGood(),
    or(isNull(uploadSessions.idempotencyKey), lte(uploadSessions.createdAt, keyBefore)),
    notExistsIn(
      publicationJobs,
      and(eq(publicationJobs.imageId, uploadSessions.imageId), ne(publicationJobs.status, 'done')),
    ),
    notExistsIn(
      trashedImages,
      and(eq(trashedImages.id, uploadSessions.imageId), ne(trashedImages.publicationJobs, '[]')),
    ),
  );
}
