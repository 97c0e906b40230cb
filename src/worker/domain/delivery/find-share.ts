import { and, eq, ne } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import {
  DEFAULT_KIND,
  DERIVATIVE_KINDS,
  LEGACY_EXTENSIONS,
  ORIGINAL_KIND,
} from '../../../shared/variants.ts';
import { imageTitle } from '../texts/stored-texts.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { hashToken } from '../tokens/image-token.ts';
import { storedVariants, type StoredVariant } from '../variants/stored-variants.ts';
import { NAMED_OWNER, SHOWN_TAKEN } from './find-page.ts';

type ShareRow = NonNullable<ReturnType<ReturnType<typeof selectShare>['read']>>;

export type Share = Omit<ShareRow, 'variants'> & Omit<StoredVariant, 'kind'>;

export const FIND_SHARE_ERRORS = [
  // Also for a link of a deleted image.
  'image_not_found',
  'image_token_revoked',
  // Its end has come.
  'image_token_invalid',
] as const satisfies readonly ErrorName[];

/** From the primary, so that a revoked link opens nothing after the answer to its owner. */
export async function findShare(
  { clock, db, keys }: Pick<Services, 'clock' | 'db' | 'keys'>,
  token: string,
): Promise<Share> {
  const tokenHash = await hashToken(keys, token, 'share');
  const share = tokenHash === null ? null : await db.run(selectShare({ tokenHash }));
  if (share === null) throw new DomainError('image_not_found');
  if (share.revokedAt !== null) throw new DomainError('image_token_revoked');
  if (share.expiresAt !== null && share.expiresAt <= clock.now()) {
    throw new DomainError('image_token_invalid');
  }
  const { variants, ...image } = share;
  const shown = chooseShown(variants);
  if (shown === undefined) throw new DomainError('image_not_found');
  const { kind: _, ...file } = shown;
  return { ...image, ...file };
}

/** Undefined when nothing to show is stored. */
export function chooseShown(variants: readonly StoredVariant[]): StoredVariant | undefined {
  const shown = SHOWN_KINDS.flatMap((kind) => variants.filter((variant) => variant.kind === kind));
  return shown.find(({ mimeType }) => mimeType === LEGACY_EXTENSIONS.gif) ?? shown[0];
}

/** The published file; of pipeline 1 its WebP, or the original of a GIF, whose WebP has only its first frame. */
const SHOWN_KINDS = [DEFAULT_KIND, DERIVATIVE_KINDS[0], ORIGINAL_KIND] as const;

const selectShare = prepareFirst((p: Params<{ tokenHash: string }>) =>
  query
    .select({
      linkId: shareLinks.id,
      expiresAt: shareLinks.expiresAt,
      maxViews: shareLinks.maxViews,
      passwordHash: shareLinks.passwordHash,
      revokedAt: shareLinks.revokedAt,
      id: images.id,
      title: imageTitle,
      description: images.description,
      altText: images.altText,
      owner: NAMED_OWNER,
      ...SHOWN_TAKEN,
      filename: images.filename,
      pipelineVersion: images.pipelineVersion,
      variants: storedVariants(),
    })
    .from(shareLinks)
    .innerJoin(
      images,
      and(eq(images.id, shareLinks.imageId), eq(images.processingStatus, 'completed')),
    )
    .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
    .where(eq(shareLinks.tokenHash, p.tokenHash)),
);
