import { and, eq, isNull } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { invitations } from '../../db/schema/invitations.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

const NOT_FOUND = 'invitation_not_found';

export const WITHDRAW_INVITATION_ERRORS = [
  // Also when it is withdrawn already.
  'invitation_not_found',
] as const satisfies readonly ErrorName[];

/** No account is made by it after the answer. Accounts that it has made stay. */
export async function withdrawInvitation(
  { clock, directory }: Pick<Services, 'clock' | 'directory'>,
  { userId: actorId }: Pick<Actor, 'userId'>,
  id: number,
): Promise<void> {
  const now = clock.now();
  try {
    await directory.batch({
      withdrawn: markWithdrawn({ id, now }),
      found: guard(NOT_FOUND),
      audit: recordAudit(
        { actorId, action: 'withdraw_invitation', subject: `invitation:${id}` },
        now,
      ),
    });
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_FOUND) throw error;
    throw new DomainError('invitation_not_found', { cause: error });
  }
}

const markWithdrawn = prepareWrite((p: Params<{ id: number; now: number }>) =>
  query
    .update(invitations)
    .set({ withdrawnAt: p.now })
    .where(and(eq(invitations.id, p.id), isNull(invitations.withdrawnAt))),
);
