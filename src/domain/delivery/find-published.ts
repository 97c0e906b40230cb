import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
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
  /** The presented token as this image knows it; null when none was presented or it is not this image's. */
  readonly token: TokenTimes | null;
}

export interface StoredVariant {
  readonly objectKey: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
}

/**
 * Finds a published image by its unique link, in one round trip, with what it knows of the token of this hash; null
 * when it has none to show.
 */
export async function findPublished(
  db: Database,
  uniqueLink: string,
  kind: VariantKind,
  tokenHash: string | null = null,
): Promise<PublishedImage | null> {
  const row = await db.run(selectPublished({ uniqueLink, kind, tokenHash }));
  if (row === null) return null;
  const { objectKey, mimeType, size, sha256, createdAt, expiresAt, revokedAt, ...image } = row;
  return {
    ...image,
    variant: { objectKey, mimeType, size, sha256, createdAt },
    token: expiresAt === null ? null : { expiresAt, revokedAt },
  };
}

// An image in work, a failed one and one whose owner is being deleted have no link.
const selectPublished = prepareFirst(
  ({
    uniqueLink,
    kind,
    tokenHash,
  }: Slots<{ uniqueLink: string; kind: VariantKind; tokenHash: string | null }>) =>
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
        expiresAt: imageTokens.expiresAt,
        revokedAt: imageTokens.revokedAt,
      })
      .from(images)
      .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
      .innerJoin(
        imageVariants,
        and(eq(imageVariants.imageFileId, images.imageFileId), eq(imageVariants.kind, kind)),
      )
      .leftJoin(
        imageTokens,
        and(eq(imageTokens.tokenHash, tokenHash), eq(imageTokens.imageId, images.id)),
      )
      .where(and(eq(images.uniqueLink, uniqueLink), eq(images.processingStatus, 'completed'))),
);
