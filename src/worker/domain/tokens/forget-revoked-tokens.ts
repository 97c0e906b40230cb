import { and, desc, eq, isNotNull, notInArray } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { imageTokens } from '../../db/schema/images.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';

/** How many revoked tokens of an image are still told from wrong ones. */
const KEPT_TOKENS = 20;

/**
 * Deletes the revoked tokens of an image but the last ones; it belongs in every batch that revokes one, or its owner
 * could make rows without end.
 */
export function forgetRevokedTokens(imageId: number): Statement<number> {
  return deleteForgotten({ imageId });
}

const deleteForgotten = prepareWrite((p: Params<{ imageId: number }>) => {
  const isRevoked = and(eq(imageTokens.imageId, p.imageId), isNotNull(imageTokens.revokedAt));
  const kept = query
    .select({ id: imageTokens.id })
    .from(imageTokens)
    .where(isRevoked)
    .orderBy(desc(imageTokens.id))
    .limit(KEPT_TOKENS);
  return query.delete(imageTokens).where(and(isRevoked, notInArray(imageTokens.id, kept)));
});
