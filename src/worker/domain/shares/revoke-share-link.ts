import { and, desc, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { eraseShareViews } from '../erasure/erase-share-views.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { ImageActor } from '../images/access-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from '../images/write-image.ts';
import type { Services } from '../services.ts';

/** Of an image: their hashes tell a revoked link from an unknown one. */
const KEPT_LINKS = 20;

const NOT_FOUND = 'link_not_found';

export const REVOKE_SHARE_LINK_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  // The image or the link; the link also when it is revoked already.
  'image_not_found',
] as const satisfies readonly ErrorName[];

/** Ends this link alone: no view that starts after the answer is shown. Keeps only its hash. */
export async function revokeShareLink(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'limiter'>,
  actor: ImageActor,
  link: { readonly imageId: number; readonly linkId: number },
): Promise<void> {
  await limitWrites(services, actor);
  const now = services.clock.now();
  const { imageId } = link;
  try {
    await writeImage(services, actor, imageId, { action: 'revoke_share_link' }, () => ({
      views: eraseShareViews(link, now),
      revoked: markRevoked({ ...link, now }),
      found: guard(NOT_FOUND),
      forgotten: forgetRevokedLinks(imageId),
    }));
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_FOUND) throw error;
    throw new DomainError('image_not_found', { cause: error });
  }
}

/** Keeps the newest. Belongs in every batch that revokes links, to bound their number. */
export function forgetRevokedLinks(imageId: number): Statement<number> {
  return deleteForgotten({ imageId });
}

const markRevoked = prepareWrite((p: Params<{ imageId: number; linkId: number; now: number }>) =>
  query
    .update(shareLinks)
    .set({ revokedAt: p.now, label: '', ciphertext: '', passwordHash: null })
    .where(
      and(
        eq(shareLinks.id, p.linkId),
        eq(shareLinks.imageId, p.imageId),
        isNull(shareLinks.revokedAt),
      ),
    ),
);

const deleteForgotten = prepareWrite((p: Params<{ imageId: number }>) => {
  const isRevoked = and(eq(shareLinks.imageId, p.imageId), isNotNull(shareLinks.revokedAt));
  const kept = query
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(isRevoked)
    .orderBy(desc(shareLinks.revokedAt), desc(shareLinks.id))
    .limit(KEPT_LINKS);
  return query.delete(shareLinks).where(and(isRevoked, notInArray(shareLinks.id, kept)));
});
