import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findSessions } from './session-rows.ts';
import { viewState, type UploadState } from './session-view.ts';

/**
 * The caller's sessions in the order asked, an id asked twice twice. All or nothing.
 * @throws {DomainError} upload_not_found when one of them is missing or somebody else's.
 */
export const readUploads = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  uploadIds: readonly string[],
): Promise<UploadState[]> => {
  const sessions = await findSessions(db, actor.userId, uploadIds);
  const byId = new Map(sessions.map((session) => [session.uploadId, session]));
  const now = clock.now();
  return uploadIds.map((uploadId) => {
    const session = byId.get(uploadId);
    if (session === undefined) throw new DomainError('upload_not_found');
    return viewState(session, now);
  });
};
