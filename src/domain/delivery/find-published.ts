import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonRows, query, valuesOf } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, imageTokens, imageVariants, type Visibility } from '../../db/schema/images.ts';
import { prepareFirst, type Slots } from '../../db/statement.ts';
import type { VariantKind } from '../../lib/variants.ts';
import type { TokenTimes } from '../tokens/image-token.ts';

/** An image as delivery knows it, with the one variant that was asked for. */
export interface PublishedImage {
  readonly id: number;
  readonly userId: number;
  readonly visibility: Visibility;
  readonly pipelineVersion: number;
  readonly filename: string;
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
 * when it has none to show.
 */
export async function findPublished(
  db: Database,
  uniqueLink: string,
  kind: VariantKind,
  tokenHashes: readonly string[] = [],
): Promise<PublishedImage | null> {
  const row = await db.run(selectPublished({ uniqueLink, kind, tokenHashes }));
  if (row === null) return null;
  const { objectKey, mimeType, size, sha256, createdAt, ...image } = row;
  return { ...image, variant: { objectKey, mimeType, size, sha256, createdAt } };
}

// An image in work, a failed one and one whose owner is being deleted have no link.
const selectPublished = prepareFirst(
  ({
    uniqueLink,
    kind,
    tokenHashes,
  }: Slots<{ uniqueLink: string; kind: VariantKind; tokenHashes: readonly string[] }>) =>
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
        // By their hashes, whose index is unique: an image may have had many tokens.
        tokens: jsonRows(
          imageTokens,
          { expiresAt: imageTokens.expiresAt, revokedAt: imageTokens.revokedAt },
          sql`WHERE ${imageTokens.tokenHash} IN ${valuesOf(tokenHashes)} AND +${imageTokens.imageId} = ${images.id}`,
        ),
      })
      .from(images)
      .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
      .innerJoin(
        imageVariants,
        and(eq(imageVariants.imageFileId, images.imageFileId), eq(imageVariants.kind, kind)),
      )
      .where(and(eq(images.uniqueLink, uniqueLink), eq(images.processingStatus, 'completed'))),
);
