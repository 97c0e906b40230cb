import { z } from 'zod';
import { describeError } from '../../lib/log.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { closeSessions, lastEraseAt } from './close-sessions.ts';
import { readSelected, selectSession } from './session-rows.ts';
import { requireLive } from './session-view.ts';

export const CancelledUpload = z.object({ upload_id: z.string(), status: z.literal('cancelled') });

export type CancelledUpload = z.infer<typeof CancelledUpload>;

/**
 * Cancels a session that has not entered processing and gives back its reservation at once; repeating it answers the
 * same. Its objects are erased after the answer, and again by the sweep once no part can still be on its way.
 * @throws {DomainError} upload_not_found, upload_conflict.
 */
export const cancelUpload = async (
  services: Pick<Services, 'db' | 'objects' | 'config' | 'clock' | 'log' | 'background'>,
  actor: Actor,
  uploadId: string,
): Promise<CancelledUpload> => {
  const { db, objects, config, clock, log, background } = services;
  const now = clock.now();
  const results = await db.batch([
    ...closeSessions(
      { status: 'cancelled', now, eraseDueAt: lastEraseAt(now, config) },
      "s.upload_id = ? AND s.user_id = ? AND s.status IN ('initiated', 'uploading') AND s.expires_at > ?",
      uploadId,
      actor.userId,
      now,
    ),
    selectSession(actor.userId, uploadId),
  ]);
  const session = requireLive(readSelected(results), now);
  if (session.status !== 'cancelled') throw new DomainError('upload_conflict');
  const erase = async () => {
    try {
      await objects.erase(session.parts.map(({ objectKey }) => objectKey));
    } catch (error) {
      // The sweep's turn.
      log.error('cancelled_upload_not_erased', {
        upload_id: uploadId,
        reason: describeError(error),
      });
    }
  };
  background(erase());
  return { upload_id: uploadId, status: 'cancelled' };
};
