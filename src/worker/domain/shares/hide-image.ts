import { and, eq, isNull } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { eraseShareViewsOf } from '../erasure/erase-share-views.ts';
import type { ErrorName } from '../errors.ts';
import type { ImageActor } from '../images/access-image.ts';
import {
  announceVisibility,
  planVisibility,
  type VisibilityServices,
} from '../images/change-visibility.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from '../images/write-image.ts';
import { leaveSharedAlbums } from './leave-shared-albums.ts';
import { forgetRevokedLinks } from './revoke-share-link.ts';

export const HIDE_IMAGE_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Leaves an image to its owner and administrators: one batch makes it private, ends its access token and its share links,
 * and takes it out of shared albums. A change of visibility shows it again, under its former link. Idempotent.
 */
export async function hideImage(
  services: VisibilityServices,
  actor: ImageActor,
  imageId: number,
): Promise<void> {
  await limitWrites(services, actor);
  const now = services.clock.now();
  const { image } = await writeImage(
    services,
    actor,
    imageId,
    { action: 'hide_image', describe: ({ visibility: from }) => ({ from }) },
    ({ image: found }) => ({
      ...planVisibility(services, found, 'private', now),
      views: eraseShareViewsOf([imageId], now),
      links: revokeLinks({ imageId, now }),
      forgottenLinks: forgetRevokedLinks(imageId),
      albums: leaveSharedAlbums({ imageId }),
    }),
    (found) => announceVisibility(services, found, 'private'),
  );
  await announceVisibility(services, image, 'private');
}

const revokeLinks = prepareWrite((p: Params<{ imageId: number; now: number }>) =>
  query
    .update(shareLinks)
    .set({ revokedAt: p.now, label: '', ciphertext: '', passwordHash: null })
    .where(and(eq(shareLinks.imageId, p.imageId), isNull(shareLinks.revokedAt))),
);
