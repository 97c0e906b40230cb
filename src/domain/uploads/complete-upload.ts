import { GuardError } from '../../db/database.ts';
import { describeError } from '../../lib/log.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { commitImage } from './commit-image.ts';
import { findSession, readSelected, type SessionRecord } from './session-rows.ts';
import { isOpen, requireLive, viewState, type UploadState } from './session-view.ts';

type CompletionServices = Pick<Services, 'db' | 'config' | 'clock' | 'log' | 'publishQueue'>;

/** What a session that is no longer open answers to `complete`: its state if it has an image, else a conflict. */
const answerClosed = (session: SessionRecord, now: number): UploadState => {
  if (session.imageId === null) throw new DomainError('upload_conflict');
  return viewState(session, now);
};

/** The job's row is what counts: the sweep sends again what was lost here. */
const announce = async ({ publishQueue, log }: CompletionServices, jobId: number) => {
  try {
    await publishQueue.send({ jobId });
  } catch (error) {
    log.error('publication_not_announced', { job_id: jobId, reason: describeError(error) });
  }
};

/**
 * Turns a session with all four parts into an image in work: image, variants, accounting and publication job are one
 * batch, and no byte is copied. Repeating it gives the session's state.
 * @throws {DomainError} upload_not_found, upload_conflict, parts_incomplete, account_locked.
 */
export const completeUpload = async (
  services: CompletionServices,
  actor: Actor,
  uploadId: string,
): Promise<UploadState> => {
  const { db, clock } = services;
  const { userId } = actor;
  const now = clock.now();
  const session = requireLive(await findSession(db, userId, uploadId), now);
  if (!isOpen(session)) return answerClosed(session, now);
  if (session.userStatus !== 'active') throw new DomainError('account_locked');
  if (session.parts.some(({ status }) => status !== 'uploaded'))
    throw new DomainError('parts_incomplete');

  try {
    const results = await db.batch(commitImage(session, userId, now));
    const jobId = results.flatMap(({ rows }) => rows).find((row) => 'job_id' in row)?.['job_id'];
    await announce(services, Number(jobId));
    const committed = readSelected(results);
    if (committed === null) throw new DomainError('database_error');
    return viewState(committed, now);
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    if (error.reason === 'account_locked') throw new DomainError('account_locked');
    // Another complete, a cancel or the end of the session's time came in between.
    return answerClosed(requireLive(await findSession(db, userId, uploadId), now), now);
  }
};
