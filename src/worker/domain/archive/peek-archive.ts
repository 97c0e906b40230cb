import { checkArchiveVolume, DOWNLOAD_ALLOWANCE_ERRORS } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { findNextVolume, LIST_VOLUME_ERRORS } from './list-volume.ts';

export const PEEK_ARCHIVE_ERRORS = [
  ...LIST_VOLUME_ERRORS,
  ...DOWNLOAD_ALLOWANCE_ERRORS,
  'too_many_archives',
] as const satisfies readonly ErrorName[];

/** Charges no allowance. Returns the next volume's cursor, '' after the last. */
export async function peekArchive(
  services: Pick<Services, 'archivePlaces' | 'db' | 'keys'>,
  actor: Actor,
  cursor: string,
): Promise<string> {
  if (!services.archivePlaces.isFree(actor.userId)) throw new DomainError('too_many_archives');
  const nextCursor = await findNextVolume(services, actor, cursor);
  if (actor.status === 'pending_deletion') await checkArchiveVolume(services, actor.userId);
  return nextCursor;
}
