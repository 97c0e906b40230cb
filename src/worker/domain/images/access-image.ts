import { and, eq, isNull } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, imageTokens } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor, Role, UserStatus } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { readFailure, type Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import type { SealedToken } from '../tokens/image-token.ts';
import { FAILURE_FIELDS, LISTED_FIELDS, type ListedImage } from './listed-image.ts';

/** An API key has no rights of an administrator. */
export type ImageActor = Pick<Actor, 'kind' | 'userId'>;

export interface ImageAccess {
  readonly image: ListedImage;
  readonly failure: Failure | null;
  readonly isOwner: boolean;
  /** The actor's role in the primary; null when the account is deleted. */
  readonly role: Role | null;
  readonly status: UserStatus | null;
  /** The image's unrevoked token, or null. */
  readonly sealedToken: SealedToken | null;
}

export const ACCESS_IMAGE_ERRORS = [
  'image_not_found',
  // Neither the owner nor an administrator.
  'image_forbidden',
] as const satisfies readonly ErrorName[];

/** One round trip, to the primary: a session's copy of the role may be older. */
export async function accessImage(
  { db }: Pick<Services, 'db'>,
  { kind, userId }: ImageActor,
  imageId: number,
): Promise<ImageAccess> {
  const row = await db.run(selectAccess({ imageId, actorId: userId }));
  if (row === null) throw new DomainError('image_not_found');
  const { role, status, ciphertext, keyId, tokenExpiresAt, ...found } = row;
  const { failureCode, failureMessage, ...image } = found;
  const isOwner = image.userId === userId;
  const isAdministrator = role === 'admin' && kind !== 'key';
  if (!isOwner && !isAdministrator) throw new DomainError('image_forbidden');
  const hasToken = ciphertext !== null && keyId !== null && tokenExpiresAt !== null;
  const sealedToken = hasToken ? { ciphertext, keyId, expiresAt: tokenExpiresAt } : null;
  const failure = readFailure({ failureCode, failureMessage });
  return { image, failure, isOwner, role, status, sealedToken };
}

const selectAccess = prepareFirst((p: Params<{ imageId: number; actorId: number }>) =>
  query
    .select({
      ...LISTED_FIELDS,
      ...FAILURE_FIELDS,
      role: users.role,
      status: users.status,
      ciphertext: imageTokens.ciphertext,
      keyId: imageTokens.keyId,
      tokenExpiresAt: imageTokens.expiresAt,
    })
    .from(images)
    .leftJoin(users, eq(users.id, p.actorId))
    .leftJoin(imageTokens, and(eq(imageTokens.imageId, images.id), isNull(imageTokens.revokedAt)))
    .where(eq(images.id, p.imageId)),
);
