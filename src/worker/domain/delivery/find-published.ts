import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonRows, query, jsonValues } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, imageTokens, imageVariants, type Visibility } from '../../db/schema/images.ts';
import { prepareFirst, type SqlParam, type Params } from '../../db/statement.ts';
import { DEFAULT_KIND, type VariantKind } from '../../../shared/variants.ts';
import type { TokenTimes } from '../tokens/image-token.ts';

export interface PublishedMatch {
  readonly id: number;
  readonly userId: number;
  readonly visibility: Visibility;
  readonly pipelineVersion: 2;
  readonly filename: string;
  readonly allowedSites: string | null;
  readonly variant: StoredVariant;
  readonly tokens: readonly TokenTimes[];
}

export interface LegacyMatch {
  readonly visibility: Visibility;
  readonly pipelineVersion: 1;
}

export interface StoredVariant {
  readonly objectKey: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
}

/** One round trip. The link of `publish` may also name a pipeline-1 image. */
export async function findPublished(
  db: Database,
  uniqueLink: string,
  kind: VariantKind,
  tokenHashes: readonly string[] = [],
): Promise<PublishedMatch | LegacyMatch | null> {
  const link = { uniqueLink, kind };
  const isWithTokens = tokenHashes.length > 0;
  const row = await db.run(
    isWithTokens ? selectWithTokens({ ...link, tokenHashes }) : selectPublished(link),
  );
  if (row === null) return null;
  const { objectKey, mimeType, size, sha256, createdAt, pipelineVersion, ...image } = row;
  const variant = { objectKey, mimeType, size, sha256, createdAt };
  if (isStored(variant)) return { ...image, pipelineVersion: 2, variant };
  const isLegacy = pipelineVersion === 1 && kind === DEFAULT_KIND;
  return isLegacy ? { visibility: image.visibility, pipelineVersion } : null;
}

/** A join without a row leaves all its columns null. */
function isStored(variant: {
  readonly [Name in keyof StoredVariant]: StoredVariant[Name] | null;
}): variant is StoredVariant {
  return variant.objectKey !== null;
}

const NO_TOKENS = sql`'[]'`.mapWith((): readonly TokenTimes[] => []);

const selectPublished = prepareFirst((p: Params<{ uniqueLink: string; kind: VariantKind }>) =>
  selectVariant(p.uniqueLink, p.kind, NO_TOKENS),
);

const selectWithTokens = prepareFirst(
  (p: Params<{ uniqueLink: string; kind: VariantKind; tokenHashes: readonly string[] }>) =>
    selectVariant(p.uniqueLink, p.kind, presentedTokens(p.tokenHashes)),
);

// Pending and failed images have no link, nor have images of an owner who is being deleted.
function selectVariant(
  uniqueLink: SqlParam<string>,
  kind: SqlParam<VariantKind>,
  tokens: SQL<readonly TokenTimes[]>,
) {
  return query
    .select({
      id: images.id,
      userId: images.userId,
      visibility: images.visibility,
      pipelineVersion: images.pipelineVersion,
      filename: images.filename,
      allowedSites: users.allowedSites,
      objectKey: imageVariants.objectKey,
      mimeType: imageVariants.mimeType,
      size: imageVariants.size,
      sha256: imageVariants.sha256,
      createdAt: imageVariants.createdAt,
      tokens,
    })
    .from(images)
    .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
    .leftJoin(
      imageVariants,
      and(eq(imageVariants.imageFileId, images.imageFileId), eq(imageVariants.kind, kind)),
    )
    .where(and(eq(images.uniqueLink, uniqueLink), eq(images.processingStatus, 'completed')));
}

/** Selects by hash, which has a unique index: an image may have many old tokens. */
export function presentedTokens(
  tokenHashes: SqlParam<readonly string[]>,
): SQL<readonly TokenTimes[]> {
  return jsonRows(
    imageTokens,
    { expiresAt: imageTokens.expiresAt, revokedAt: imageTokens.revokedAt },
    sql`WHERE ${imageTokens.tokenHash} IN ${jsonValues(tokenHashes)} AND +${imageTokens.imageId} = ${images.id}`,
  );
}
