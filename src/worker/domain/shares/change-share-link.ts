import { and, eq, isNull, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { ImageActor } from '../images/access-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from '../images/write-image.ts';
import type { Services } from '../services.ts';
import { JUDGE_END_ERRORS, judgeEnd } from '../judge-end.ts';
import { LINK_FIELDS, toShareLink, type ShareLink } from './share-link.ts';

/** Undefined fields stay. */
export interface ShareLinkChange {
  readonly label?: string | undefined;
  readonly expiresAt?: number | null | undefined;
}

const NOT_FOUND = 'link_not_found';

export const CHANGE_SHARE_LINK_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  ...JUDGE_END_ERRORS,
  // The image or the link.
  'image_not_found',
] as const satisfies readonly ErrorName[];

/** For the owner alone. A link that has ended may get a later end. */
export async function changeShareLink(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'keys' | 'limiter' | 'shareViews'>,
  actor: ImageActor,
  { imageId, linkId }: { readonly imageId: number; readonly linkId: number },
  { label, expiresAt }: ShareLinkChange,
): Promise<ShareLink> {
  judgeEnd(expiresAt ?? null, services.clock.now());
  await limitWrites(services, actor);
  const change = {
    label: label ?? null,
    setsEnd: expiresAt !== undefined,
    expiresAt: expiresAt ?? null,
  };
  try {
    const { results } = await writeImage(services, actor, imageId, 'owner_only', () => ({
      changed: updateLink({ imageId, linkId, ...change }),
      found: guard(NOT_FOUND),
    }));
    return await toShareLink(services, imageId, results.changed);
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_FOUND) throw error;
    throw new DomainError('image_not_found', { cause: error });
  }
}

const updateLink = prepareOne(
  (
    p: Params<{
      imageId: number;
      linkId: number;
      label: string | null;
      setsEnd: boolean;
      expiresAt: number | null;
    }>,
  ) =>
    query
      .update(shareLinks)
      .set({
        label: sql`coalesce(${p.label}, ${shareLinks.label})`,
        expiresAt: sql`iif(${p.setsEnd}, ${p.expiresAt}, ${shareLinks.expiresAt})`,
      })
      .where(
        and(
          eq(shareLinks.id, p.linkId),
          eq(shareLinks.imageId, p.imageId),
          isNull(shareLinks.revokedAt),
        ),
      )
      .returning(LINK_FIELDS),
);
