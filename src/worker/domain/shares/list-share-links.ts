import { and, asc, eq, isNull } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { ACCESS_IMAGE_ERRORS, accessImage, type ImageActor } from '../images/access-image.ts';
import type { Services } from '../services.ts';
import { LINK_FIELDS, toShareLink, type ShareLink } from './share-link.ts';

export const LIST_SHARE_LINKS_ERRORS = ACCESS_IMAGE_ERRORS;

/** Oldest first; ended ones, too. */
export async function listShareLinks(
  services: Pick<Services, 'db' | 'keys' | 'shareViews'>,
  actor: ImageActor,
  imageId: number,
): Promise<readonly ShareLink[]> {
  await accessImage(services, actor, imageId);
  const rows = await services.db.run(selectLinks({ imageId }));
  return Promise.all(rows.map((row) => toShareLink(services, imageId, row)));
}

const selectLinks = prepareAll((p: Params<{ imageId: number }>) =>
  query
    .select(LINK_FIELDS)
    .from(shareLinks)
    .where(and(eq(shareLinks.imageId, p.imageId), isNull(shareLinks.revokedAt)))
    .orderBy(asc(shareLinks.id)),
);
