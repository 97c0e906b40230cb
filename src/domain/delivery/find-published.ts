import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonRows, query, valuesOf } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, imageTokens, imageVariants, type Visibility } from '../../db/schema/images.ts';
import { prepareFirst, type Slot, type Slots } from '../../db/statement.ts';
import { DEFAULT_KIND, type LegacyKind, type VariantKind } from '../../lib/variants.ts';
import type { TokenTimes } from '../tokens/image-token.ts';

/** An image as delivery knows it, with the one variant that was asked for. */
export interface PublishedImage {
  readonly id: number;
  readonly userId: number;
  readonly visibility: Visibility;
  readonly pipelineVersion: number;
  readonly filename: string;
  /** What was asked for; the original of a pipeline-1 image. */
  readonly variant: StoredVariant;
  /** Those of the presented tokens that are this image's. */
  readonly tokens: readonly TokenTimes[];
}

export interface StoredVariant {
  readonly objectKey: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
}

/**
 * Finds a published image by its unique link, in one round trip, with what it knows of the tokens of these hashes; null
 * when it has none to show. Under the link of `publish` there may also be a pipeline-1 image.
 */
export async function findPublished(
  db: Database,
  uniqueLink: string,
  kind: VariantKind,
  tokenHashes: readonly string[] = [],
): Promise<PublishedImage | null> {
  const other = kind === DEFAULT_KIND ? 'original' : kind;
  const row = await db.run(selectPublished({ uniqueLink, kind, other, tokenHashes }));
  if (row === null) return null;
  const { objectKey, mimeType, size, sha256, createdAt, ...image } = row;
  return { ...image, variant: { objectKey, mimeType, size, sha256, createdAt } };
}

// An image in work, a failed one and one whose owner is being deleted have no link.
const selectPublished = prepareFirst(
  ({
    uniqueLink,
    kind,
    other,
    tokenHashes,
  }: Slots<{
    uniqueLink: string;
    kind: VariantKind;
    other: VariantKind | LegacyKind;
    tokenHashes: readonly string[];
  }>) =>
    query
      .select({
        id: images.id,
        userId: images.userId,
        visibility: images.visibility,
        pipelineVersion: images.pipelineVersion,
        filename: images.filename,
        objectKey: imageVariants.objectKey,
        mimeType: imageVariants.mimeType,
        size: imageVariants.size,
        sha256: imageVariants.sha256,
        createdAt: imageVariants.createdAt,
        tokens: presentedTokens(tokenHashes),
      })
      .from(images)
      .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
      .innerJoin(
        imageVariants,
        and(
          eq(imageVariants.imageFileId, images.imageFileId),
          sql`${imageVariants.kind} IN (${kind}, ${other})`,
        ),
      )
      .where(and(eq(images.uniqueLink, uniqueLink), eq(images.processingStatus, 'completed'))),
);

/** By their hashes, whose index is unique: an image may have had many tokens. */
export function presentedTokens(tokenHashes: Slot<readonly string[]>): SQL<readonly TokenTimes[]> {
  return jsonRows(
    imageTokens,
    { expiresAt: imageTokens.expiresAt, revokedAt: imageTokens.revokedAt },
    sql`WHERE ${imageTokens.tokenHash} IN ${valuesOf(tokenHashes)} AND +${imageTokens.imageId} = ${images.id}`,
  );
}
