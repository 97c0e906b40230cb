import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonRows, query, jsonValues } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images, imageTokens, type Visibility } from '../../db/schema/images.ts';
import { prepareFirst, type SqlParam, type Params } from '../../db/statement.ts';
import { DEFAULT_KIND, type VariantKind } from '../../../shared/variants.ts';
import { storedVariants } from '../variants/stored-variants.ts';
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

/** Of an image that is served. */
export const SERVED_FIELDS = {
  id: images.id,
  userId: images.userId,
  visibility: images.visibility,
  pipelineVersion: images.pipelineVersion,
  filename: images.filename,
};

/** Joins an image to its owner, unless the owner is being deleted: then nothing is served. */
export const OWNER_IS_ACTIVE = and(eq(users.id, images.userId), ne(users.status, 'deleting'));

/** Pending and failed images are not served. */
export function isServed(where: SQL): SQL | undefined {
  return and(where, eq(images.processingStatus, 'completed'));
}

/** One round trip. The link of `publish` may also name a pipeline-1 image. */
export async function findPublished(
  db: Database,
  uniqueLink: string,
  kind: VariantKind,
  tokenHashes: readonly string[] = [],
): Promise<PublishedMatch | LegacyMatch | null> {
  const isWithTokens = tokenHashes.length > 0;
  const row = await db.run(
    isWithTokens ? selectWithTokens({ uniqueLink, tokenHashes }) : selectPublished({ uniqueLink }),
  );
  if (row === null) return null;
  const { variants, pipelineVersion, ...image } = row;
  const variant = variants.find((stored) => stored.kind === kind);
  if (variant !== undefined) return { ...image, pipelineVersion: 2, variant };
  const isLegacy = pipelineVersion === 1 && kind === DEFAULT_KIND;
  return isLegacy ? { visibility: image.visibility, pipelineVersion } : null;
}

const NO_TOKENS = sql`'[]'`.mapWith((): readonly TokenTimes[] => []);

const selectPublished = prepareFirst((p: Params<{ uniqueLink: string }>) =>
  selectImage(p.uniqueLink, NO_TOKENS),
);

const selectWithTokens = prepareFirst(
  (p: Params<{ uniqueLink: string; tokenHashes: readonly string[] }>) =>
    selectImage(p.uniqueLink, presentedTokens(p.tokenHashes)),
);

function selectImage(uniqueLink: SqlParam<string>, tokens: SQL<readonly TokenTimes[]>) {
  return query
    .select({
      ...SERVED_FIELDS,
      allowedSites: users.allowedSites,
      variants: storedVariants(),
      tokens,
    })
    .from(images)
    .innerJoin(users, OWNER_IS_ACTIVE)
    .where(isServed(eq(images.uniqueLink, uniqueLink)));
}

/** Selects by hash, which has a unique index: an image may have many old tokens. */
export function presentedTokens(tokenHashes: SQL<readonly string[]>): SQL<readonly TokenTimes[]> {
  return jsonRows(
    imageTokens,
    { expiresAt: imageTokens.expiresAt, revokedAt: imageTokens.revokedAt },
    sql`WHERE ${imageTokens.tokenHash} IN ${jsonValues(tokenHashes)} AND +${imageTokens.imageId} = ${images.id}`,
  );
}
