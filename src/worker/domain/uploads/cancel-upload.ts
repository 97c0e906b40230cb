import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { uploadSessions } from '../../db/schema/uploads.ts';
import type { Params } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import type { Actor } from '../actor.ts';
import { latestWriteAt } from '../erasure/late-writers.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { prepareClosing } from './close-uploads.ts';
import { selectUpload, type Upload } from './find-upload.ts';
import { OPEN_STATUSES, REQUIRE_LIVE_ERRORS, requireLive } from './upload-state.ts';

type CancelServices = Pick<Services, 'db' | 'objects' | 'config' | 'clock' | 'log' | 'background'>;

export const CANCEL_UPLOAD_ERRORS = [
  ...REQUIRE_LIVE_ERRORS,
  'upload_conflict',
] as const satisfies readonly ErrorName[];

/** Idempotent. The sweep erases the objects again once no part can still arrive. */
export async function cancelUpload(
  services: CancelServices,
  { userId }: Pick<Actor, 'userId'>,
  uploadId: string,
): Promise<void> {
  const { db, config, clock, background } = services;
  const now = clock.now();
  const { upload } = await db.batch({
    ...closeOwn({ userId, uploadId, now, eraseDueAt: latestWriteAt(now, config) }),
    upload: selectUpload({ userId, uploadId }),
  });
  const cancelled = requireLive(upload, now);
  if (cancelled.status !== 'cancelled') throw new DomainError('upload_conflict');
  background(erase(services, cancelled));
}

const closeOwn = prepareClosing(
  { status: 'cancelled' },
  (p: Params<{ userId: number; uploadId: string; now: number }>) =>
    and(
      eq(uploadSessions.uploadId, p.uploadId),
      eq(uploadSessions.userId, p.userId),
      isNull(uploadSessions.originalKey),
      inArray(uploadSessions.status, OPEN_STATUSES),
      gt(uploadSessions.expiresAt, p.now),
    ),
);

async function erase(
  { objects, log }: Pick<Services, 'objects' | 'log'>,
  { uploadId, parts }: Upload,
): Promise<void> {
  try {
    await objects.erase(parts.map(({ objectKey }) => objectKey));
  } catch (error) {
    // The sweep erases them too.
    log.error('cancelled_upload_not_erased', { upload_id: uploadId, reason: describeError(error) });
  }
}
