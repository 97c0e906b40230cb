import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { invitations } from '../../db/schema/invitations.ts';
import { prepareFirst, prepareWrite, type Params, type Statement } from '../../db/statement.ts';

type Presented = { tokenHash: string; now: number };

/** The guard's reason. */
export const INVITATION_INVALID = 'invitation_invalid';

/** None while it cannot be used. */
export const selectUsable = prepareFirst((p: Params<Presented>) =>
  query
    .select({ role: invitations.role, storageQuota: invitations.storageQuota })
    .from(invitations)
    .where(isUsable(p)),
);

/** Goes in the batch that makes the account, so no interleaving makes more accounts than it has uses. */
export function takeUse(presented: Presented): Statement<number>[] {
  return [countUse(presented), guard(INVITATION_INVALID)];
}

const countUse = prepareWrite((p: Params<Presented>) =>
  query
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(isUsable(p)),
);

function isUsable({ tokenHash, now }: Params<Presented>) {
  const { maxUses, uses, expiresAt } = invitations;
  return and(
    eq(invitations.tokenHash, tokenHash),
    isNull(invitations.withdrawnAt),
    or(isNull(maxUses), lt(uses, maxUses)),
    or(isNull(expiresAt), gt(expiresAt, now)),
  );
}
