import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, notExists, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Slots } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { isOver } from './close-uploads.ts';

const ROWS_PER_RUN = 1000;

/** Long enough after its end for a client that lost its connection to read how a session ended. */
const CLOSED_ROW_RETENTION_MS = 86_400_000;

/** Frees idempotency keys whose life is over and deletes the rows of sessions that nothing needs any more. */
export async function forgetUploads({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<number> {
  const now = clock.now();
  const { freed, deleted } = await db.batch({
    freed: freeKeys({ until: now - config.UPLOAD_IDEMPOTENCY_TTL_MS }),
    deleted: deleteOver({ until: now - CLOSED_ROW_RETENTION_MS }),
  });
  return freed + deleted;
}

const freeKeys = prepareWrite(({ until }: Slots<{ until: number }>) =>
  query
    .update(uploadSessions)
    .set({ idempotencyKey: null })
    .where(
      inArray(
        uploadSessions.uploadId,
        query
          .select({ uploadId: uploadSessions.uploadId })
          .from(uploadSessions)
          .where(
            and(isNotNull(uploadSessions.idempotencyKey), lte(uploadSessions.createdAt, until)),
          )
          .orderBy(asc(uploadSessions.createdAt))
          .limit(ROWS_PER_RUN),
      ),
    ),
);

const deleteOver = prepareWrite(({ until }: Slots<{ until: number }>) =>
  query.delete(uploadSessions).where(
    inArray(
      uploadSessions.uploadId,
      query
        .select({ uploadId: uploadSessions.uploadId })
        .from(uploadSessions)
        .where(
          and(
            isNotNull(uploadSessions.closedAt),
            isNull(uploadSessions.eraseDueAt),
            lte(uploadSessions.closedAt, until),
            isOver(),
            isNull(uploadSessions.idempotencyKey),
            notExists(
              query
                .select({ one: sql`1` })
                .from(publicationJobs)
                .where(
                  and(
                    eq(publicationJobs.uploadId, uploadSessions.uploadId),
                    ne(publicationJobs.status, 'done'),
                  ),
                ),
            ),
          ),
        )
        .orderBy(asc(uploadSessions.closedAt))
        .limit(ROWS_PER_RUN),
    ),
  ),
);
