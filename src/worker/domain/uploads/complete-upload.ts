import { GuardError } from '../../db/guard.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { announceJob } from '../announce-job.ts';
import type { Services } from '../services.ts';
import { commitImage, NO_TEXTS } from './commit-image.ts';
import { findUpload, type Upload } from './find-upload.ts';
import {
  isOpen,
  REQUIRE_LIVE_ERRORS,
  requireLive,
  stateOf,
  type UploadState,
} from './upload-state.ts';

type CompletionServices = Pick<Services, 'db' | 'clock' | 'log' | 'publishQueue'>;

export const COMPLETE_UPLOAD_ERRORS = [
  ...REQUIRE_LIVE_ERRORS,
  'upload_conflict',
  'parts_incomplete',
  'account_locked',
  'database_error',
] as const satisfies readonly ErrorName[];

/** One batch, which copies no bytes. Idempotent: the texts of the first request stay. */
export async function completeUpload(
  services: CompletionServices,
  { userId }: Pick<Actor, 'userId'>,
  uploadId: string,
  texts = NO_TEXTS,
): Promise<UploadState> {
  const { db, clock } = services;
  const now = clock.now();
  const upload = requireLive(await findUpload(db, userId, uploadId), now);
  if (!isOpen(upload)) return answerClosed(upload, now);
  if (upload.userStatus !== 'active') throw new DomainError('account_locked');
  if (upload.parts.some(({ status }) => status !== 'uploaded')) {
    throw new DomainError('parts_incomplete');
  }
  try {
    const { job, upload: committed } = await db.batch(commitImage(upload, userId, texts, now));
    await announceJob(services, job.jobId);
    if (committed === null) throw new DomainError('database_error');
    return stateOf(committed, now);
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    if (error.reason === 'account_locked') throw new DomainError('account_locked');
    // A concurrent complete, cancel or expiry.
    return answerClosed(requireLive(await findUpload(db, userId, uploadId), now), now);
  }
}

function answerClosed(upload: Upload, now: number): UploadState {
  if (upload.imageId === null) throw new DomainError('upload_conflict');
  return stateOf(upload, now);
}
