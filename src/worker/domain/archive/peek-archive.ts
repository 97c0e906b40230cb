import { checkArchiveVolume } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { findNextVolume } from './list-volume.ts';

/**
 * Finds what an archive's volume would be followed by: the cursor of the next one, '' after the last. It is refused as
 * the volume would be, and takes nothing of an allowance.
 * @throws {DomainError} invalid_parameter for a cursor of another list, download_allowance_exhausted.
 */
export async function peekArchive(
  services: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  cursor: string,
): Promise<string> {
  const nextCursor = await findNextVolume(services, actor, cursor);
  if (actor.status === 'pending_deletion') await checkArchiveVolume(services, actor.userId);
  return nextCursor;
}
