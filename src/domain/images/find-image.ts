import { eq, sql } from 'drizzle-orm';
import { images } from '../../db/schema/images.ts';
import type { Actor, Role, UserStatus } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';

export interface ImageAccess {
  readonly image: ListedImage;
  readonly isOwner: boolean;
  /** The actor's, from the primary. */
  readonly role: Role;
  readonly status: UserStatus;
  /** The image's token that was not revoked, as JSON of a `SealedToken`; null when there is none. */
  readonly sealedToken: string | null;
}

const SEALED_TOKEN = `(SELECT json_object('ciphertext', ciphertext, 'keyId', key_id, 'expiresAt', expires_at)
  FROM image_tokens WHERE image_id = images.id AND revoked_at IS NULL)`;

/**
 * An image with what the actor is to it, in one round trip: the role comes from the primary, for a session's copy may
 * be older.
 * @throws {DomainError} image_not_found when there is no such image, image_forbidden for neither owner nor administrator.
 */
export const findImage = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  imageId: number,
): Promise<ImageAccess> => {
  const [found] = await db.query
    .select({
      image: LISTED_FIELDS,
      role: sql<Role>`(SELECT role FROM users WHERE id = ${userId})`,
      status: sql<UserStatus>`(SELECT status FROM users WHERE id = ${userId})`,
      sealedToken: sql<string | null>`${sql.raw(SEALED_TOKEN)}`,
    })
    .from(images)
    .where(eq(images.id, imageId));
  if (found === undefined) throw new DomainError('image_not_found');
  const isOwner = found.image.userId === userId;
  if (!isOwner && found.role !== 'admin') throw new DomainError('image_forbidden');
  return { ...found, isOwner };
};
