import type { Actor } from '../actor.ts';
import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import { DELETE_IMAGE_ERRORS, deleteImage } from './delete-image.ts';
import { readDeletionToken, type DeletionServices } from './delete-link.ts';

export const DELETE_UPLOADED_ERRORS = [
  // Also for a link of another account or, for an API key, of another key.
  'image_not_found',
  ...DELETE_IMAGE_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * By the deletion links that the uploads were answered with: an API key deletes what it has uploaded itself. All links are
 * judged before the first image is deleted. An image that is gone counts as deleted, so that a call that has stopped can
 * be repeated.
 */
export async function deleteUploaded(
  services: DeletionServices,
  actor: Actor,
  tokens: readonly string[],
): Promise<void> {
  const read = await Promise.all(tokens.map((token) => readDeletionToken(services, token)));
  const deletions = read.filter((deletion) => deletion !== null);
  const isOwn = deletions.every(
    ({ userId, keyId }) =>
      userId === actor.userId && (actor.kind !== 'key' || keyId === actor.keyId),
  );
  if (!isOwn) throw new DomainError('image_not_found');
  for (const id of new Set(deletions.map((deletion) => deletion.id))) {
    try {
      await deleteImage(services, { userId: actor.userId, kind: 'key' }, id);
    } catch (error) {
      // By another call at once.
      if (!isDomainError(error, 'image_not_found')) throw error;
    }
  }
}
