import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { DELETE_IMAGE_ERRORS, deleteImage } from './delete-image.ts';
import { checkDeletionToken, type DeletionServices } from './delete-link.ts';

export const DELETE_UPLOADED_ERRORS = [
  // Also for a link of another account or, for an API key, of another key.
  'image_not_found',
  ...DELETE_IMAGE_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * By the deletion links that the uploads were answered with: an API key deletes what it has uploaded itself. All links are
 * judged before the first image is deleted; a failure after that leaves the rest.
 */
export async function deleteUploaded(
  services: DeletionServices,
  actor: Actor,
  tokens: readonly string[],
): Promise<void> {
  const deletions = await Promise.all(tokens.map((token) => checkDeletionToken(services, token)));
  const isOwn = deletions.every(
    ({ userId, keyId }) =>
      userId === actor.userId && (actor.kind !== 'key' || keyId === actor.keyId),
  );
  if (!isOwn) throw new DomainError('image_not_found');
  for (const id of new Set(deletions.map((deletion) => deletion.id))) {
    await deleteImage(services, { userId: actor.userId, kind: 'key' }, id);
  }
}
