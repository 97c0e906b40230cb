import { and, asc, eq, inArray, isNotNull, lte, notInArray, type SQL } from 'drizzle-orm';
import { notExistsIn, query, jsonValues } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import { lastRunAt, latestWriteAt } from '../erasure/late-writers.ts';
import { EXPIRY } from '../failure.ts';
import { keyParts, listUploadKeys } from '../publication/key-parts.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { joinedVariants, MALFORMED } from '../variants/stored-variants.ts';
import { isClosedForGood, prepareClosing } from './close-uploads.ts';
import { OPEN_STATUSES } from './upload-state.ts';

/**
 * Each step processes a bounded number of sessions, is idempotent, may run concurrently, and returns its count.
 *
 * - Only closed sessions lose objects, and no closed session without a reservation opens again.
 * - Keys with a variant are never erased, nor keys of an upload with an unfinished AVIF job, which erases its own.
 */

type SweepServices = Pick<Services, 'db' | 'objects' | 'config' | 'clock' | 'log'>;

interface OverdueUpload {
  readonly uploadId: string;
}

/** A few keys each, so a statement's sessions are erased in one or two calls. */
const SESSIONS_PER_STATEMENT = 200;
/** 14 million uploads a day. */
const SESSIONS_PER_RUN = 10_000;

export function expireUploads(services: SweepServices): Promise<number> {
  const { db, config, clock } = services;
  const now = clock.now();
  return sweepUploadSessions(services, 'expire_uploads', {
    select: (seen) => db.run(selectOverdue({ now, seen })),
    handle: async (uploadIds) => {
      // Another isolate's clock may differ, and a session may have completed: only those closed here have expired.
      const eraseDueAt = latestWriteAt(now, config);
      const { closed } = await db.batch(closeExpired({ uploadIds, now, eraseDueAt }));
      await eraseSoon(services, closed);
      return closed.length;
    },
  });
}

const selectOverdue = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(and(isOverdue(p.now), isUnseen(p.seen)))
    .orderBy(asc(uploadSessions.expiresAt))
    .limit(SESSIONS_PER_STATEMENT),
);

const closeExpired = prepareClosing(
  { status: 'failed', failure: EXPIRY },
  (p: Params<{ uploadIds: readonly string[]; now: number }>) =>
    and(inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)), isOverdue(p.now)),
);

function isOverdue(now: SQL): SQL | undefined {
  return and(inArray(uploadSessions.status, OPEN_STATUSES), lte(uploadSessions.expiresAt, now));
}

/** Closes sessions in `cleanup_pending` without a publication job. */
export function finishUploads(services: SweepServices): Promise<number> {
  const { db, config, clock } = services;
  const now = clock.now();
  return sweepUploadSessions(services, 'finish_uploads', {
    select: (seen) => db.run(selectUnfinished({ seen })),
    handle: async (uploadIds) => {
      const eraseDueAt = lastRunAt(now, config);
      const { closed } = await db.batch(closeFinished({ uploadIds, now, eraseDueAt }));
      await eraseSoon(services, closed);
      return closed.length;
    },
  });
}

const selectUnfinished = prepareAll((p: Params<{ seen: readonly RowKey[] }>) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(and(isUnfinished(), isUnseen(p.seen)))
    .orderBy(asc(uploadSessions.createdAt))
    .limit(SESSIONS_PER_STATEMENT),
);

const closeFinished = prepareClosing(
  { status: 'completed' },
  (p: Params<{ uploadIds: readonly string[] }>) =>
    and(inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)), isUnfinished()),
);

function isUnfinished(): SQL | undefined {
  return and(
    eq(uploadSessions.status, 'cleanup_pending'),
    hasNoJob(eq(publicationJobs.kind, 'publish')),
  );
}

function hasNoJob(ofKind: SQL): SQL {
  return notExistsIn(
    publicationJobs,
    and(
      eq(publicationJobs.imageId, uploadSessions.imageId),
      ofKind,
      inArray(publicationJobs.status, ['queued', 'running']),
    ),
  );
}

/** The last erasure of what closed sessions may have left in the bucket. */
export function eraseClosedUploads(services: SweepServices): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  return sweepUploadSessions(services, 'erase_closed_uploads', {
    select: (seen) => db.run(selectToErase({ now, seen })),
    handle: async (uploadIds) => {
      await eraseObjectsOf(services, uploadIds);
      await db.batch({ erased: markErased({ uploadIds, now }) });
      return uploadIds.length;
    },
  });
}

const selectToErase = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ uploadId: uploadSessions.uploadId })
    .from(uploadSessions)
    .where(
      and(
        isNotNull(uploadSessions.eraseDueAt),
        lte(uploadSessions.eraseDueAt, p.now),
        isUnseen(p.seen),
      ),
    )
    .orderBy(asc(uploadSessions.eraseDueAt))
    .limit(SESSIONS_PER_STATEMENT),
);

const markErased = prepareWrite((p: Params<{ uploadIds: readonly string[]; now: number }>) =>
  query
    .update(uploadSessions)
    .set({ eraseDueAt: null })
    .where(
      and(
        inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)),
        lte(uploadSessions.eraseDueAt, p.now),
      ),
    ),
);

function sweepUploadSessions(
  services: SweepServices,
  part: string,
  {
    select,
    handle,
  }: {
    readonly select: (seen: readonly RowKey[]) => Promise<readonly OverdueUpload[]>;
    readonly handle: (uploadIds: readonly string[]) => Promise<number>;
  },
): Promise<number> {
  const keyOf = ({ uploadId }: OverdueUpload): string => uploadId;
  return sweepRows(services, {
    part,
    select,
    limit: SESSIONS_PER_STATEMENT,
    most: SESSIONS_PER_RUN,
    keyOf,
    handle: (uploads) => handle(uploads.map(keyOf)),
  });
}

function isUnseen(seen: SQL<readonly RowKey[]>): SQL {
  return notInArray(uploadSessions.uploadId, jsonValues(seen));
}

/** Failures wait for the sessions' last erasure. */
async function eraseSoon(
  services: SweepServices,
  uploads: readonly OverdueUpload[],
): Promise<void> {
  try {
    await eraseObjectsOf(
      services,
      uploads.map(({ uploadId }) => uploadId),
    );
  } catch (error) {
    services.log.error('closed_uploads_not_erased', { reason: describeError(error) });
  }
}

async function eraseObjectsOf(
  { db, objects }: SweepServices,
  uploadIds: readonly string[],
): Promise<void> {
  if (uploadIds.length === 0) return;
  const closed = await db.run(selectClosedKeys({ uploadIds }));
  const keys = closed.flatMap(({ variants, trashed, ...upload }) => {
    // Any of its keys may be in use.
    if (variants === MALFORMED || trashed === MALFORMED) return [];
    const inUse = new Set(
      [...(variants ?? []), ...(trashed ?? [])].map(({ objectKey }) => objectKey),
    );
    return listUploadKeys(upload).filter((key) => !inUse.has(key));
  });
  await objects.erase(keys);
}

const selectClosedKeys = prepareAll((p: Params<{ uploadIds: readonly string[] }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(uploadSessions.uploadId);
  return query
    .select({
      originalKey: uploadSessions.originalKey,
      masterKey: master.objectKey,
      sourceKey: source.objectKey,
      variants: joinedVariants(),
      trashed: joinedVariants(trashedImages),
    })
    .from(uploadSessions)
    .leftJoin(images, eq(images.uniqueLink, uploadSessions.uniqueLink))
    .leftJoin(trashedImages, eq(trashedImages.uniqueLink, uploadSessions.uniqueLink))
    .leftJoin(master, joinMaster)
    .leftJoin(source, joinSource)
    .where(
      and(
        inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)),
        isClosedForGood(),
        hasNoJob(eq(publicationJobs.kind, 'avif')),
      ),
    );
});
