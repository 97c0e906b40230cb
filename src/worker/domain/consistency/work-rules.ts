import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { KeyRanges } from '../../db/key-ranges.ts';
import { notExistsIn } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, type Params, type SqlParam } from '../../db/statement.ts';
import { UPLOAD_RANGES, USER_RANGES } from '../accounting/counts.ts';
import { isWaiting } from '../settings/wake-publications.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import { EVENT_RANGES } from './erase-events.ts';
import { ALBUM_COUNT_RULE } from './album-rules.ts';
import { rowsWhere, type RuleGroup, type RuleValues } from './work-rule.ts';

const JOB_RANGES = new KeyRanges(publicationJobs.id);
const SHARE_RANGES = new KeyRanges(shareLinks.id);

const OVERDUE_JOB = { subject: 'job', problem: 'is overdue: is the queue running?' };

export const UPLOAD_RULES: RuleGroup = {
  ranges: UPLOAD_RANGES,
  rules: [
    {
      subject: 'session',
      problem: 'is over and still holds a reservation',
      select: rowsWhere(UPLOAD_RANGES, () =>
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
      select: rowsWhere(UPLOAD_RANGES, () =>
        and(
          inArray(uploadSessions.status, ['completed', 'cancelled']),
          isNull(uploadSessions.closedAt),
        ),
      ),
    },
    {
      subject: 'session',
      problem: 'expired and was not swept: is the cron running?',
      select: rowsWhere(UPLOAD_RANGES, (overdue) =>
        and(inArray(uploadSessions.status, OPEN_STATUSES), lt(uploadSessions.expiresAt, overdue)),
      ),
    },
    {
      subject: 'session',
      problem: 'its objects are overdue to be erased: is the cron running?',
      select: rowsWhere(UPLOAD_RANGES, (overdue) => lt(uploadSessions.eraseDueAt, overdue)),
    },
    {
      subject: 'session',
      problem: 'is processing an image that does not exist',
      select: rowsWhere(UPLOAD_RANGES, () =>
        and(
          eq(uploadSessions.status, 'processing'),
          notExistsIn(images, eq(images.id, uploadSessions.imageId)),
        ),
      ),
    },
  ],
};

export const JOB_RULES: RuleGroup = {
  ranges: JOB_RANGES,
  rules: [
    {
      subject: 'job',
      problem: 'has no session that is processing or to be cleaned up',
      select: rowsWhere(JOB_RANGES, () =>
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
      select: rowsWhere(JOB_RANGES, isWaiting),
    },
    {
      subject: 'job',
      problem: 'has no upload session to keep what it stores',
      select: rowsWhere(JOB_RANGES, () =>
        and(
          eq(publicationJobs.kind, 'avif'),
          ne(publicationJobs.status, 'done'),
          notExistsIn(uploadSessions, eq(uploadSessions.uploadId, publicationJobs.uploadId)),
        ),
      ),
    },
    {
      ...OVERDUE_JOB,
      select: rowsWhere(JOB_RANGES, (overdue) =>
        or(
          and(isQueuedBefore(overdue), eq(publicationJobs.kind, 'publish')),
          and(eq(publicationJobs.status, 'running'), lt(publicationJobs.leaseExpiresAt, overdue)),
        ),
      ),
    },
    {
      ...OVERDUE_JOB,
      select: rowsWhere(JOB_RANGES, (overdue) =>
        and(isQueuedBefore(overdue), ne(publicationJobs.kind, 'publish')),
      ),
      isUnlessMoving: true,
    },
  ],
  selectMoved: rowsWhere(JOB_RANGES, hasMoved),
};

function isQueuedBefore(overdue: SqlParam<number>): SQL | undefined {
  return and(eq(publicationJobs.status, 'queued'), lt(publicationJobs.runAfter, overdue));
}

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

export const USER_RULES: RuleGroup = {
  ranges: USER_RANGES,
  rules: [
    {
      subject: 'user',
      problem: 'was to be deleted: is the cron running?',
      select: rowsWhere(USER_RANGES, (overdue) =>
        and(eq(users.status, 'pending_deletion'), lt(users.deletionDueAt, overdue)),
      ),
    },
    ALBUM_COUNT_RULE,
  ],
};

export const SHARE_RULES: RuleGroup = {
  ranges: SHARE_RANGES,
  rules: [
    {
      subject: 'share link',
      problem: 'is revoked and keeps more than its hash',
      select: rowsWhere(SHARE_RANGES, () =>
        and(
          isNotNull(shareLinks.revokedAt),
          or(
            ne(shareLinks.label, ''),
            ne(shareLinks.ciphertext, ''),
            isNotNull(shareLinks.passwordHash),
          ),
        ),
      ),
    },
  ],
};

export const EVENT_RULES: RuleGroup = {
  ranges: EVENT_RANGES,
  rules: [
    {
      // The counts themselves are in objects, which nothing can list.
      subject: 'share link',
      problem: 'is open although its count of views is to be erased',
      select: prepareAll(
        (p: Params<RuleValues>) => sql<{ id: number }>`
          SELECT DISTINCT ${shareLinks.id} AS id
          FROM ${EVENT_RANGES.rows(p)}, json_each(${outboxEvents.payload}, '$.share_links') AS erased
          CROSS JOIN ${shareLinks} ON ${shareLinks.id} = erased.value
          WHERE ${and(eq(outboxEvents.kind, 'erase'), isNull(shareLinks.revokedAt))}`,
      ),
    },
    {
      subject: 'outbox event',
      problem: 'is overdue: is the queue running?',
      select: rowsWhere(EVENT_RANGES, (overdue) =>
        and(
          ne(outboxEvents.kind, 'purge'),
          lt(outboxEvents.availableAt, overdue),
          or(isNull(outboxEvents.leaseExpiresAt), lt(outboxEvents.leaseExpiresAt, overdue)),
        ),
      ),
    },
  ],
};
