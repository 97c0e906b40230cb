import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findSession } from './session-rows.ts';
import { viewState, type UploadState } from './session-view.ts';

/** The state of one of the caller's sessions. @throws {DomainError} upload_not_found when it is missing or somebody else's. */
export const readUpload = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  uploadId: string,
): Promise<UploadState> => {
  const session = await findSession(db, actor.userId, uploadId);
  if (session === null) throw new DomainError('upload_not_found');
  return viewState(session, clock.now());
};
