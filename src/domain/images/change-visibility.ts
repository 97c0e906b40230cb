import { statement } from '../../db/database.ts';
import type { Visibility } from '../../db/schema/images.ts';
import type { Actor } from '../actor.ts';
import { assetLink } from '../delivery/parse-link.ts';
import { withdrawPublic } from '../delivery/withdraw-public.ts';
import { announceEvents } from '../outbox/announce-events.ts';
import { recordEvent } from '../outbox/events.ts';
import type { Services } from '../services.ts';
import { publicPaths } from './public-paths.ts';
import { revokeActiveToken } from './tokens/revoke-token.ts';
import { writeImage } from './write-image.ts';

type VisibilityServices = Pick<
  Services,
  'db' | 'clock' | 'log' | 'outboxQueue' | 'background' | 'publicCache'
>;

export interface VisibilityChange {
  /** False when the image was so already. */
  readonly isChanged: boolean;
  readonly tokensRevoked: number;
  /** The link's last part from now on. */
  readonly assetLink: string;
}

/**
 * Makes an image public or private. Its alias changes in the moment of the commit; going public revokes its token; a
 * purge of every path that caches may hold is promised in the same batch. Set to what it is, nothing happens.
 * @throws {DomainError} image_not_found, image_forbidden, account_locked, image_in_work.
 */
export const changeVisibility = async (
  services: VisibilityServices,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
  visibility: Visibility,
): Promise<VisibilityChange> => {
  const now = services.clock.now();
  const { image, results } = await writeImage(services, actor, imageId, ({ image: found }) =>
    found.visibility === visibility
      ? null
      : [
          statement(
            'UPDATE images SET visibility = ?, updated_at = ? WHERE id = ?',
            visibility,
            now,
            imageId,
          ),
          revokeActiveToken(imageId, now),
          recordEvent('purge', { paths: publicPaths(found) }, now),
        ],
  );
  if (results !== null) services.background(announceEvents(services, 'purge'));
  // Also when it was private already: whoever made it so may have died before the caches heard of it.
  if (visibility === 'private') await withdrawPublic(services, image.uniqueLink);
  return {
    isChanged: results !== null,
    tokensRevoked: results?.[1]?.changes ?? 0,
    // A pipeline-1 link has no private form.
    assetLink:
      image.pipelineVersion === 2 ? assetLink(image.uniqueLink, visibility) : image.uniqueLink,
  };
};
