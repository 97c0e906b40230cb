import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images, type Visibility } from '../../db/schema/images.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { CachedImage } from '../../storage/public-cache.ts';
import type { ErrorName } from '../errors.ts';
import { eraseRenditions } from '../erasure/erase-renditions.ts';
import { assetLinkOf, purgedPaths } from '../links/make-link.ts';
import { announceEvents } from '../outbox/announce-events.ts';
import { recordPurges } from '../outbox/record-purges.ts';
import type { Services } from '../services.ts';
import { forgetRevokedTokens } from '../tokens/forget-revoked-tokens.ts';
import { revokeActiveToken } from '../tokens/revoke-active-token.ts';
import type { ImageActor } from './access-image.ts';
import type { ListedImage } from './listed-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from './limit-writes.ts';
import { invalidatePublic } from './invalidate-public.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from './write-image.ts';

export type VisibilityServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'limiter' | 'log' | 'outboxQueue' | 'background' | 'publicCache'
>;

export interface VisibilityChange {
  readonly isChanged: boolean;
  readonly tokensRevoked: number;
  /** The new alias; null for pipeline 1, whose link never changes, and for a failed image, which has none. */
  readonly assetLink: string | null;
}

export const CHANGE_VISIBILITY_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * One batch changes the alias, revokes the token of an image that becomes public, and queues a purge of every path that
 * caches may hold and the erasure of kept renditions. Idempotent.
 */
export async function changeVisibility(
  services: VisibilityServices,
  actor: ImageActor,
  imageId: number,
  visibility: Visibility,
): Promise<VisibilityChange> {
  await limitWrites(services, actor);
  const now = services.clock.now();
  const { image, results } = await writeImage(
    services,
    actor,
    imageId,
    {
      action: 'change_visibility',
      describe: ({ visibility: from }) => ({ from, to: visibility }),
    },
    ({ image: found }) =>
      found.visibility === visibility ? null : planVisibility(services, found, visibility, now),
    (found) => announceVisibility(services, found, visibility),
  );
  // Also for an unchanged image: the request that made it private may have crashed before it told the caches.
  if (results !== null) await announceVisibility(services, image, visibility);
  else await invalidate(services, image, visibility);
  return {
    isChanged: results !== null,
    tokensRevoked: results?.revoked ?? 0,
    assetLink: assetLinkOf({ ...image, visibility }),
  };
}

export function planVisibility(
  { config }: Pick<Services, 'config'>,
  image: ListedImage,
  visibility: Visibility,
  now: number,
) {
  const { id: imageId } = image;
  return {
    visibility: setVisibility({ imageId, visibility, now }),
    revoked: revokeActiveToken(imageId, now),
    forgotten: forgetRevokedTokens(imageId),
    purge: recordPurges([purgedPaths(image)], now),
    renditions: eraseRenditions([image], now, config),
  };
}

/** After the commit, and before the answer. */
export async function announceVisibility(
  services: VisibilityServices,
  image: CachedImage,
  visibility: Visibility,
): Promise<void> {
  services.background(announceEvents(services, 'purge'));
  services.background(announceEvents(services, 'erase'));
  await invalidate(services, image, visibility);
}

async function invalidate(
  services: VisibilityServices,
  image: CachedImage,
  visibility: Visibility,
): Promise<void> {
  if (visibility === 'private') await invalidatePublic(services, image);
  // Isolates may refuse the public alias for as long without reading the row.
  else await services.clock.wait(services.publicCache.epochMaxAgeMs);
}

const setVisibility = prepareWrite(
  (p: Params<{ imageId: number; visibility: Visibility; now: number }>) =>
    query
      .update(images)
      .set({ visibility: p.visibility, updatedAt: p.now })
      .where(eq(images.id, p.imageId)),
);
