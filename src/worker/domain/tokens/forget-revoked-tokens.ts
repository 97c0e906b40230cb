import { and, desc, eq, isNotNull, notInArray } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { imageTokens } from '../../db/schema/images.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';

const KEPT_TOKENS = 20;

/** Keeps the newest. Belongs in every batch that revokes a token, to bound their number. */
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
