import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { findUpload, findUploads } from './find-upload.ts';
import { REQUIRE_LIVE_ERRORS, requireLive, stateOf, type UploadState } from './upload-state.ts';

type ReadServices = Pick<Services, 'db' | 'clock'>;

export const READ_UPLOAD_ERRORS = REQUIRE_LIVE_ERRORS;

export async function readUpload(
  { db, clock }: ReadServices,
  { userId }: Pick<Actor, 'userId'>,
  uploadId: string,
): Promise<UploadState> {
  const now = clock.now();
  return stateOf(requireLive(await findUpload(db, userId, uploadId), now), now);
}

export const READ_UPLOADS_ERRORS = [
  // One of them is unknown or another user's.
  'upload_not_found',
] as const satisfies readonly ErrorName[];

/** In the order of the ids, all or nothing. An expired session is `failed` with upload_expired. */
export async function readUploads(
  { db, clock }: ReadServices,
  { userId }: Pick<Actor, 'userId'>,
  uploadIds: readonly string[],
): Promise<UploadState[]> {
  const uploads = await findUploads(db, userId, uploadIds);
  const byId = new Map(uploads.map((upload) => [upload.uploadId, upload]));
  const now = clock.now();
  return uploadIds.map((uploadId) => {
    const upload = byId.get(uploadId);
    if (upload === undefined) throw new DomainError('upload_not_found');
    return stateOf(upload, now);
  });
}
