import {
  and,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { notExistsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, type SqlParam, type Params, type Statement } from '../../db/statement.ts';
import { ORIGINAL_KIND, VARIANT_KINDS } from '../../../shared/variants.ts';
import { storedBytes } from '../accounting/amounts.ts';
import { MISCOUNTS } from '../accounts/user-counts.ts';
import { isWaiting } from '../settings/wake-publications.ts';
import { PIPELINE_VERSION } from '../uploads/recipe.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import type { Repair } from './finding.ts';

export interface WorkRule {
  readonly subject: string;
  readonly problem: string;
  /** Times before `overdue`, in milliseconds, are too old. */
  readonly select: (values: { overdue: number }) => Statement<{ id: number | string }[]>;
  readonly repair?: (id: string) => Repair;
}

export const WORK_RULES: readonly WorkRule[] = [
  {
    subject: 'file',
    problem: 'its size is not the sum of its variants',
    select: prepareAll(() =>
      query
        .select({ id: imageFiles.id })
        .from(imageFiles)
        .where(ne(imageFiles.size, storedBytes(eq(imageVariants.imageFileId, imageFiles.id)))),
    ),
    repair: (id) => ({ action: 'recount_file', imageFileId: Number(id) }),
  },
  {
    subject: 'file',
    problem: 'belongs to no image',
    select: prepareAll(() =>
      query
        .select({ id: imageFiles.id })
        .from(imageFiles)
        .where(notInArray(imageFiles.id, query.select({ id: images.imageFileId }).from(images))),
    ),
    repair: (id) => ({ action: 'remove_file', imageFileId: Number(id) }),
  },
  {
    subject: 'session',
    problem: 'is over and still holds a reservation',
    select: uploadsWhere(() =>
      and(
        inArray(uploadSessions.status, ['completed', 'cancelled']),
        ne(uploadSessions.reservedBytes, 0),
      ),
    ),
    repair: (uploadId) => ({ action: 'release_session', uploadId }),
  },
  {
    subject: 'session',
    problem: 'is over without a time of closing',
    select: uploadsWhere(() =>
      and(
        inArray(uploadSessions.status, ['completed', 'cancelled']),
        isNull(uploadSessions.closedAt),
      ),
    ),
  },
  {
    subject: 'session',
    problem: 'expired and was not swept: is the cron running?',
    select: uploadsWhere((overdue) =>
      and(inArray(uploadSessions.status, OPEN_STATUSES), lt(uploadSessions.expiresAt, overdue)),
    ),
  },
  {
    subject: 'session',
    problem: 'its objects are overdue to be erased: is the cron running?',
    select: uploadsWhere((overdue) => lt(uploadSessions.eraseDueAt, overdue)),
  },
  {
    subject: 'image',
    problem: 'waits to be published and no job is to come',
    select: prepareAll(() =>
      query
        .select({ id: images.id })
        .from(images)
        .where(
          and(
            inArray(images.processingStatus, ['pending', 'processing']),
            notExistsIn(
              publicationJobs,
              and(
                eq(publicationJobs.imageId, images.id),
                eq(publicationJobs.kind, 'publish'),
                inArray(publicationJobs.status, ['queued', 'running']),
              ),
            ),
          ),
        ),
    ),
    repair: (id) => ({ action: 'requeue_image', imageId: Number(id) }),
  },
  {
    subject: 'session',
    problem: 'is processing an image that does not exist',
    select: uploadsWhere(() =>
      and(
        eq(uploadSessions.status, 'processing'),
        notExistsIn(images, eq(images.id, uploadSessions.imageId)),
      ),
    ),
  },
  {
    subject: 'job',
    problem: 'has no session that is processing or to be cleaned up',
    select: jobsWhere(() =>
      and(
        eq(publicationJobs.kind, 'publish'),
        inArray(publicationJobs.status, ['queued', 'running']),
        notExistsIn(
          uploadSessions,
          and(
            eq(uploadSessions.uploadId, publicationJobs.uploadId),
            inArray(uploadSessions.status, ['processing', 'cleanup_pending']),
          ),
        ),
      ),
    ),
  },
  {
    subject: 'job',
    problem: 'waits for a watermark that can be drawn: correct it in the settings',
    select: jobsWhere(isWaiting),
  },
  {
    subject: 'job',
    problem: 'has no upload session to keep what it stores',
    select: jobsWhere(() =>
      and(
        eq(publicationJobs.kind, 'avif'),
        ne(publicationJobs.status, 'done'),
        notExistsIn(uploadSessions, eq(uploadSessions.uploadId, publicationJobs.uploadId)),
      ),
    ),
  },
  {
    subject: 'job',
    problem: 'is overdue: is the queue running?',
    select: jobsWhere((overdue) =>
      or(
        and(
          eq(publicationJobs.status, 'queued'),
          lt(publicationJobs.runAfter, overdue),
          or(eq(publicationJobs.kind, 'publish'), notExistsIn(publicationJobs, hasMoved(overdue))),
        ),
        and(eq(publicationJobs.status, 'running'), lt(publicationJobs.leaseExpiresAt, overdue)),
      ),
    ),
  },
  {
    subject: 'image',
    problem: 'is published without all of its variants',
    select: prepareAll(() =>
      query
        .select({ id: images.id })
        .from(images)
        .where(
          and(
            eq(images.pipelineVersion, PIPELINE_VERSION),
            eq(images.processingStatus, 'completed'),
            ne(
              sql`${query
                .select({ count: count() })
                .from(imageVariants)
                .where(eq(imageVariants.imageFileId, images.imageFileId))}`,
              VARIANT_KINDS.length,
            ),
          ),
        ),
    ),
  },
  {
    subject: 'image',
    problem: 'is without its original',
    select: prepareAll(() =>
      query
        .select({ id: images.id })
        .from(images)
        .where(
          and(
            ne(images.pipelineVersion, PIPELINE_VERSION),
            ne(images.processingStatus, 'failed'),
            notExistsIn(
              imageVariants,
              and(
                eq(imageVariants.imageFileId, images.imageFileId),
                eq(imageVariants.kind, ORIGINAL_KIND),
              ),
            ),
          ),
        ),
    ),
  },
  {
    subject: 'user',
    problem: 'was to be deleted: is the cron running?',
    select: prepareAll((p: Params<{ overdue: number }>) =>
      query
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.status, 'pending_deletion'), lt(users.deletionDueAt, p.overdue))),
    ),
  },
  ...MISCOUNTS.map((select): WorkRule => ({
    subject: 'user counts of level',
    problem: 'are not those of the users',
    select,
    repair: () => ({ action: 'recount_user_ranges' }),
  })),
  // The counts themselves are in objects, which nothing can list.
  {
    subject: 'share link',
    problem: 'is open although its count of views is to be erased',
    select: prepareAll(() =>
      query
        .select({ id: shareLinks.id })
        .from(shareLinks)
        .where(
          and(
            isNull(shareLinks.revokedAt),
            sql`${shareLinks.id} IN (SELECT erased.value FROM ${outboxEvents}, json_each(${outboxEvents.payload}, '$.share_links') AS erased WHERE ${eq(outboxEvents.kind, 'erase')})`,
          ),
        ),
    ),
  },
  {
    subject: 'share link',
    problem: 'is revoked and keeps more than its hash',
    select: prepareAll(() =>
      query
        .select({ id: shareLinks.id })
        .from(shareLinks)
        .where(
          and(
            isNotNull(shareLinks.revokedAt),
            or(
              ne(shareLinks.label, ''),
              ne(shareLinks.ciphertext, ''),
              isNotNull(shareLinks.passwordHash),
            ),
          ),
        ),
    ),
  },
  {
    subject: 'outbox event',
    problem: 'is overdue: is the queue running?',
    select: prepareAll((p: Params<{ overdue: number }>) =>
      query
        .select({ id: outboxEvents.id })
        .from(outboxEvents)
        .where(
          and(
            ne(outboxEvents.kind, 'purge'),
            lt(outboxEvents.availableAt, p.overdue),
            or(isNull(outboxEvents.leaseExpiresAt), lt(outboxEvents.leaseExpiresAt, p.overdue)),
          ),
        ),
    ),
  },
];

/**
 * Whether an AVIF job has run since a moment: many may be overdue, as the queue runs one at a time. `updatedAt` of a
 * queued job proves nothing: the sweep touches jobs that it sends again.
 */
function hasMoved(since: SqlParam<number>): SQL | undefined {
  const { status, createdAt, updatedAt, runAfter, leaseExpiresAt } = publicationJobs;
  return and(
    eq(publicationJobs.kind, 'avif'),
    or(
      and(inArray(status, ['done', 'failed']), gte(updatedAt, since)),
      and(eq(status, 'running'), gte(leaseExpiresAt, since)),
      and(eq(status, 'queued'), gte(runAfter, since), gt(runAfter, createdAt)),
    ),
  );
}

function uploadsWhere(
  condition: (overdue: SqlParam<number>) => SQL | undefined,
): WorkRule['select'] {
  return prepareAll((p: Params<{ overdue: number }>) =>
    query.select({ id: uploadSessions.uploadId }).from(uploadSessions).where(condition(p.overdue)),
  );
}

function jobsWhere(condition: (overdue: SqlParam<number>) => SQL | undefined): WorkRule['select'] {
  return prepareAll((p: Params<{ overdue: number }>) =>
    query.select({ id: publicationJobs.id }).from(publicationJobs).where(condition(p.overdue)),
  );
}
