import { GuardError } from '../../db/guard.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { queueStateOf, selectQueuedByKey, type QueuedUpload } from './queue-state.ts';
import { takeKey } from './reserve-original.ts';

export interface RepeatableRequest {
  readonly idempotencyKey: string;
  readonly contentLength: number | null;
}

/** The image that an earlier attempt of this request created, or null. Cancels an unfinished attempt. */
export async function findRepeated(
  { clock, config, db }: Pick<Services, 'clock' | 'config' | 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { idempotencyKey, contentLength }: RepeatableRequest,
): Promise<QueuedUpload | null> {
  const now = clock.now();
  try {
    await db.batch({ key: takeKey(userId, idempotencyKey, now, config) });
    return null;
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== 'key_taken') throw error;
  }
  const row = await db.run(selectQueuedByKey({ userId, idempotencyKey }));
  const isSame = row?.requestSha256 === (await hashRequest(contentLength));
  return row !== null && isSame ? queueStateOf(row, now) : null;
}

export async function hashRequest(
  contentLength: RepeatableRequest['contentLength'],
): Promise<string> {
  return sha256Hex(String(contentLength));
}
