import { GuardError, guardThat, type Statement, type StatementResult } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findImage, type ImageAccess } from './find-image.ts';
import type { ListedImage } from './listed-image.ts';

const AT_REST: ReadonlySet<string> = new Set(['completed', 'failed']);

/** An image that changes between look and batch is looked at again; it does not change for ever. */
const MAX_LOOKS = 3;
const IMAGE_CHANGED = 'image_changed';

const requireWritable = ({ image, status }: ImageAccess): void => {
  if (status === 'suspended') throw new DomainError('account_suspended');
  if (status !== 'active') throw new DomainError('account_locked');
  if (!AT_REST.has(image.processingStatus)) throw new DomainError('image_in_work');
};

const guardUnchanged = ({ image, isOwner }: ImageAccess, actorId: number): Statement =>
  guardThat(
    IMAGE_CHANGED,
    `EXISTS (SELECT 1 FROM images i JOIN users u ON u.id = ?
       WHERE i.id = ? AND i.processing_status = ? AND i.visibility = ?
         AND u.status = 'active' AND (u.role = 'admin' OR ?))`,
    actorId,
    image.id,
    image.processingStatus,
    image.visibility,
    Number(isOwner),
  );

export interface ImageWrite {
  readonly image: ListedImage;
  /** Of the statements, in their order; null when there was nothing to write. */
  readonly results: readonly StatementResult[] | null;
}

/**
 * Looks at an image and writes what follows from it in one batch, which refuses when the image or the actor's right to
 * it is no longer what was looked at; then it looks again. `write` gives the statements, null for none.
 * @throws {DomainError} image_not_found, image_forbidden, account_suspended for a suspended actor, account_locked while its account is to be deleted, image_in_work while
 * the image is in work, and what `write` throws.
 */
export const writeImage = async (
  services: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
  write: (access: ImageAccess) => readonly Statement[] | null,
): Promise<ImageWrite> => {
  for (let look = 1; ; look += 1) {
    const access = await findImage(services, actor, imageId);
    requireWritable(access);
    const { image } = access;
    const statements = write(access);
    if (statements === null) return { image, results: null };
    try {
      const results = await services.db.batch([
        guardUnchanged(access, actor.userId),
        ...statements,
      ]);
      return { image, results: results.slice(1) };
    } catch (error) {
      const isChanged = error instanceof GuardError && error.reason === IMAGE_CHANGED;
      if (!isChanged || look === MAX_LOOKS) throw error;
    }
  }
};
