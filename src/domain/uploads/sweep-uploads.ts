import { and, asc, eq, inArray, isNotNull, lte, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { jsonRows, query, valuesOf } from '../../db/query.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Slots } from '../../db/statement.ts';
import { uploadKeys } from '../../storage/keys.ts';
import { lastPartAt } from '../erasure/late-writers.ts';
import { keyParts } from '../publication/key-parts.ts';
import type { Services } from '../services.ts';
import { isOver, prepareClosing } from './close-uploads.ts';
import { EXPIRY, OPEN_STATUSES } from './upload-state.ts';

/**
 * What cancelled, abandoned and finished sessions leave behind. Every step deals with a bounded number of sessions,
 * may run twice or at the same time elsewhere, and returns how many it dealt with. Invariants:
 * - Only closed sessions lose objects, and no closed session opens again while it holds no reservation.
 * - A key that a variant has is never erased.
 */

type SweepServices = Pick<Services, 'db' | 'objects' | 'config' | 'clock'>;

/** A handful of keys each, so that one run erases in a call or two. */
const SESSIONS_PER_RUN = 200;

/** Fails the open sessions whose time is over, releases their reservations and erases their objects. */
export async function expireUploads(services: SweepServices): Promise<number> {
  const { db, config, clock } = services;
  const now = clock.now();
  const overdue = await db.run(selectOverdue({ now }));
  if (overdue.length === 0) return 0;
  // Another clock may have let one of them complete in between: only those closed here are over.
  const { closed } = await db.batch(
    closeExpired({
      uploadIds: overdue.map(({ uploadId }) => uploadId),
      now,
      eraseDueAt: lastPartAt(now, config),
    }),
  );
  await eraseObjectsOf(services, closed);
  return closed.length;
}

const selectOverdue = prepareAll(({ now }: Slots<{ now: number }>) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(isOverdue(now))
    .orderBy(asc(uploadSessions.expiresAt))
    .limit(SESSIONS_PER_RUN),
);

const closeExpired = prepareClosing(
  { status: 'failed', failure: EXPIRY },
  ({ uploadIds, now }: Slots<{ uploadIds: readonly string[]; now: number }>) =>
    and(inArray(uploadSessions.uploadId, valuesOf(uploadIds)), isOverdue(now)),
);

function isOverdue(now: SQL): SQL | undefined {
  return and(inArray(uploadSessions.status, OPEN_STATUSES), lte(uploadSessions.expiresAt, now));
}

/** Closes sessions in `cleanup_pending` that no publication job will come back to. */
export async function finishUploads(services: SweepServices): Promise<number> {
  const { db, config, clock } = services;
  const now = clock.now();
  const { closed } = await db.batch(closeFinished({ now, eraseDueAt: lastPartAt(now, config) }));
  await eraseObjectsOf(services, closed);
  return closed.length;
}

const closeFinished = prepareClosing({ status: 'completed' }, () => {
  const pending = alias(uploadSessions, 'pending');
  return inArray(
    uploadSessions.uploadId,
    query
      .select({ uploadId: pending.uploadId })
      .from(pending)
      .where(
        and(
          eq(pending.status, 'cleanup_pending'),
          notExists(
            query
              .select({ one: sql`1` })
              .from(publicationJobs)
              .where(
                and(
                  eq(publicationJobs.uploadId, pending.uploadId),
                  inArray(publicationJobs.status, ['queued', 'running']),
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(pending.createdAt))
      .limit(SESSIONS_PER_RUN),
  );
});

/** Erases, for the last time, what closed sessions may have left in the bucket. */
export async function eraseClosedUploads(services: SweepServices): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const due = await db.run(selectToErase({ now }));
  if (due.length === 0) return 0;
  await eraseObjectsOf(services, due);
  await db.batch({
    erased: markErased({ uploadIds: due.map(({ uploadId }) => uploadId), now }),
  });
  return due.length;
}

const selectToErase = prepareAll(({ now }: Slots<{ now: number }>) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(and(isNotNull(uploadSessions.eraseDueAt), lte(uploadSessions.eraseDueAt, now)))
    .orderBy(asc(uploadSessions.eraseDueAt))
    .limit(SESSIONS_PER_RUN),
);

const markErased = prepareWrite(
  ({ uploadIds, now }: Slots<{ uploadIds: readonly string[]; now: number }>) =>
    query
      .update(uploadSessions)
      .set({ eraseDueAt: null })
      .where(
        and(
          inArray(uploadSessions.uploadId, valuesOf(uploadIds)),
          lte(uploadSessions.eraseDueAt, now),
        ),
      ),
);

async function eraseObjectsOf(
  { db, objects }: SweepServices,
  uploads: readonly { readonly uploadId: string }[],
): Promise<void> {
  if (uploads.length === 0) return;
  const closed = await db.run(
    selectClosedKeys({ uploadIds: uploads.map(({ uploadId }) => uploadId) }),
  );
  const keys = closed.flatMap(({ masterKey, sourceKey, variants }) => {
    const inUse = new Set(variants.map(({ objectKey }) => objectKey));
    return uploadKeys(masterKey, sourceKey).filter((key) => !inUse.has(key));
  });
  await objects.erase(keys);
}

const selectClosedKeys = prepareAll(({ uploadIds }: Slots<{ uploadIds: readonly string[] }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(uploadSessions.uploadId);
  return query
    .select({
      masterKey: master.objectKey,
      sourceKey: source.objectKey,
      variants: jsonRows(
        imageVariants,
        { objectKey: imageVariants.objectKey },
        sql`JOIN ${images} ON ${eq(images.imageFileId, imageVariants.imageFileId)}
          WHERE ${eq(images.uniqueLink, uploadSessions.uniqueLink)}`,
      ),
    })
    .from(uploadSessions)
    .innerJoin(master, joinMaster)
    .innerJoin(source, joinSource)
    .where(and(inArray(uploadSessions.uploadId, valuesOf(uploadIds)), isOver()));
});
