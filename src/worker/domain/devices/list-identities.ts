import { and, desc, eq, exists, gt, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { deviceIdentities, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { SessionActor, DevicePlatform } from '../actor.ts';
import type { Services } from '../services.ts';

export interface ListedIdentity {
  readonly id: number;
  readonly deviceId: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly isCurrent: boolean;
}

export async function listIdentities(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { userId, sessionId }: Pick<SessionActor, 'sessionId' | 'userId'>,
): Promise<readonly ListedIdentity[]> {
  const rows = await db.run(selectIdentities({ userId, sessionId, now: clock.now() }));
  return rows.map(({ isCurrent, ...identity }) => ({ ...identity, isCurrent: isCurrent === 1 }));
}

const selectIdentities = prepareAll(
  (p: Params<{ userId: number; sessionId: string; now: number }>) =>
    query
      .select({
        id: deviceIdentities.id,
        deviceId: deviceIdentities.deviceId,
        name: deviceIdentities.name,
        platform: deviceIdentities.platform,
        createdAt: deviceIdentities.createdAt,
        lastUsedAt: deviceIdentities.lastUsedAt,
        expiresAt: deviceIdentities.expiresAt,
        isCurrent: sql<number>`${exists(
          query
            .select({ sessionId: userSessions.sessionId })
            .from(userSessions)
            .where(
              and(
                eq(userSessions.sessionId, p.sessionId),
                eq(userSessions.identityId, deviceIdentities.id),
              ),
            ),
        )}`,
      })
      .from(deviceIdentities)
      .where(and(eq(deviceIdentities.userId, p.userId), gt(deviceIdentities.expiresAt, p.now)))
      .orderBy(desc(deviceIdentities.createdAt), desc(deviceIdentities.id)),
);
