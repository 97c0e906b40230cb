import { and, eq, gt, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { deviceIdentities, userSessions } from '../../db/schema/accounts.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { DeviceActor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export const HEARTBEAT_ERRORS = ['sign_in_required'] as const satisfies readonly ErrorName[];

/** Never beyond the identity's end; never shortens. Returns the new expiry. */
export async function heartbeat(
  { clock, config, db, sessions }: Pick<Services, 'clock' | 'config' | 'db' | 'sessions'>,
  { sessionId, userId }: Pick<DeviceActor, 'kind' | 'sessionId' | 'userId'>,
): Promise<number> {
  const now = clock.now();
  const { renewed } = await db.batch({
    used: recordUse({ sessionId, now }),
    renewed: extendSession({ sessionId, userId, now, until: now + config.DEVICE_SESSION_TTL_MS }),
  });
  if (renewed === null) throw new DomainError('sign_in_required');
  const { expiresAt } = renewed;
  const forgetAt = expiresAt + config.EXPIRED_SESSION_RETENTION_MS;
  if (!(await sessions.renew(userId, sessionId, { expiresAt, forgetAt }))) {
    throw new DomainError('sign_in_required');
  }
  return expiresAt;
}

const recordUse = prepareWrite((p: Params<{ sessionId: string; now: number }>) =>
  query
    .update(deviceIdentities)
    .set({ lastUsedAt: p.now })
    .where(eq(deviceIdentities.id, sql`(${identityOf(p.sessionId)})`)),
);

function identityOf(sessionId: Params<{ sessionId: string }>['sessionId']) {
  return query
    .select({ id: userSessions.identityId })
    .from(userSessions)
    .where(eq(userSessions.sessionId, sessionId));
}

const extendSession = prepareFirst(
  (p: Params<{ sessionId: string; userId: number; now: number; until: number }>) => {
    const identityEnd = query
      .select({ expiresAt: deviceIdentities.expiresAt })
      .from(deviceIdentities)
      .where(eq(deviceIdentities.id, userSessions.identityId));
    return query
      .update(userSessions)
      .set({ expiresAt: sql`max(${userSessions.expiresAt}, min(${p.until}, (${identityEnd})))` })
      .where(
        and(
          eq(userSessions.sessionId, p.sessionId),
          eq(userSessions.userId, p.userId),
          gt(userSessions.expiresAt, p.now),
        ),
      )
      .returning({ expiresAt: userSessions.expiresAt });
  },
);
