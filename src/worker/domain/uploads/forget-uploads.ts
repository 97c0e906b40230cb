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
  type SQL,
} from 'drizzle-orm';
import { notExistsIn, query, jsonValues } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { isClosedForGood } from './close-uploads.ts';

type ForgetServices = Pick<Services, 'db' | 'config' | 'clock' | 'log'>;
type Due = Params<{ until: number; seen: readonly RowKey[] }>;
type Taken = Params<{ until: number; uploadIds: readonly string[] }>;

const ROWS_PER_STATEMENT = 1000;
const ROWS_PER_RUN = 10_000;

/** Long enough for a client that lost its connection to read the result. */
const CLOSED_ROW_RETENTION_MS = 86_400_000;

/** Frees expired idempotency keys too. */
export async function forgetUploads(services: ForgetServices): Promise<number> {
  const { config, clock } = services;
  const now = clock.now();
  const freed = await forget(services, 'free_upload_keys', {
    select: selectKeys,
    write: freeKeys,
    until: now - config.UPLOAD_IDEMPOTENCY_TTL_MS,
  });
  const deleted = await forget(services, 'delete_closed_uploads', {
    select: selectClosed,
    write: deleteClosed,
    until: now - CLOSED_ROW_RETENTION_MS,
  });
  return freed + deleted;
}

interface Forgetting {
  readonly select: typeof selectKeys;
  readonly write: (values: { until: number; uploadIds: readonly string[] }) => Statement<number>;
  readonly until: number;
}

function forget(
  services: ForgetServices,
  part: string,
  { select, write, until }: Forgetting,
): Promise<number> {
  const { db } = services;
  return sweepRows(services, {
    part,
    select: (seen) => db.run(select({ until, seen })),
    limit: ROWS_PER_STATEMENT,
    most: ROWS_PER_RUN,
    keyOf: ({ uploadId }) => uploadId,
    handle: (rows) => db.run(write({ until, uploadIds: rows.map(({ uploadId }) => uploadId) })),
  });
}

const selectKeys = prepareAll(({ until, seen }: Due) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(and(hasOldKey(until), notInArray(uploadSessions.uploadId, jsonValues(seen))))
    .orderBy(asc(uploadSessions.createdAt))
    .limit(ROWS_PER_STATEMENT),
);

const freeKeys = prepareWrite(({ until, uploadIds }: Taken) =>
  query
    .update(uploadSessions)
    .set({ idempotencyKey: null })
    .where(and(inArray(uploadSessions.uploadId, jsonValues(uploadIds)), hasOldKey(until))),
);

function hasOldKey(until: SQL): SQL | undefined {
  return and(isNotNull(uploadSessions.idempotencyKey), lte(uploadSessions.createdAt, until));
}

const selectClosed = prepareAll(({ until, seen }: Due) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(and(isForgettable(until), notInArray(uploadSessions.uploadId, jsonValues(seen))))
    .orderBy(asc(uploadSessions.closedAt))
    .limit(ROWS_PER_STATEMENT),
);

const deleteClosed = prepareWrite(({ until, uploadIds }: Taken) =>
  query
    .delete(uploadSessions)
    .where(and(inArray(uploadSessions.uploadId, jsonValues(uploadIds)), isForgettable(until))),
);

function isForgettable(until: SQL): SQL | undefined {
  return and(
    isNotNull(uploadSessions.closedAt),
    isNull(uploadSessions.eraseDueAt),
    lte(uploadSessions.closedAt, until),
    isClosedForGood(),
    isNull(uploadSessions.idempotencyKey),
    notExistsIn(
      publicationJobs,
      and(
        eq(publicationJobs.uploadId, uploadSessions.uploadId),
        ne(publicationJobs.status, 'done'),
      ),
    ),
    notExistsIn(
      trashedImages,
      and(eq(trashedImages.id, uploadSessions.imageId), ne(trashedImages.publicationJobs, '[]')),
    ),
  );
}
