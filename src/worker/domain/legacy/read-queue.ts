import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { queueStateOf, selectQueued, type QueuedUpload } from './queue-state.ts';

export const READ_QUEUE_ERRORS = [
  // Unknown, another user's, or an upload session.
  'upload_not_found',
] as const satisfies readonly ErrorName[];

export async function readQueue(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId }: Pick<Actor, 'userId'>,
  uploadId: string,
): Promise<QueuedUpload> {
  const row = await db.run(selectQueued({ userId, uploadId }));
  if (row === null) throw new DomainError('upload_not_found');
  return queueStateOf(row, clock.now());
}
