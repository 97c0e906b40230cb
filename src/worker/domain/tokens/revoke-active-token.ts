import { and, eq, gt, isNull } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { imageTokens } from '../../db/schema/images.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';

/** An expired token stays expired. */
export function revokeActiveToken(imageId: number, nowMs: number): Statement<number> {
  return markRevoked({ imageId, now: nowMs });
}

const markRevoked = prepareWrite((p: Params<{ imageId: number; now: number }>) =>
  query
    .update(imageTokens)
    .set({ revokedAt: p.now })
    .where(
      and(
        eq(imageTokens.imageId, p.imageId),
        isNull(imageTokens.revokedAt),
        gt(imageTokens.expiresAt, p.now),
      ),
    ),
);
