import { GuardError } from '../../db/guard.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { queueStateOf, selectQueuedByKey, type QueuedUpload } from './queue-state.ts';
import { takeKey } from './reserve-original.ts';

/** A request of pipeline 1 as its repetition is known. */
export interface RepeatableRequest {
  readonly idempotencyKey: string;
  /** Bytes; null when the request does not say. */
  readonly contentLength: number | null;
}

/**
 * Finds what a request has become that is repeated where it cannot be made any more; null when it has become no image,
 * and then it never will: one that is still under way ends here.
 */
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

/** By which a repeated request is known: of its body, only the length is known before it is read. */
export async function hashRequest(
  contentLength: RepeatableRequest['contentLength'],
): Promise<string> {
  return sha256Hex(String(contentLength));
}
