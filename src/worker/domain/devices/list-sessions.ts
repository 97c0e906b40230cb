import { and, desc, eq, gt } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { deviceIdentities, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { SessionActor, DevicePlatform, SessionKind } from '../actor.ts';
import type { Services } from '../services.ts';
import type { SessionUse } from '../sessions/session-store.ts';

export interface ListedSession extends SessionUse {
  readonly kind: SessionKind;
  readonly identityId: number | null;
  readonly platform: DevicePlatform | null;
  readonly deviceName: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isCurrent: boolean;
}

export async function listSessions(
  { clock, db, sessions }: Pick<Services, 'clock' | 'db' | 'sessions'>,
  { userId, sessionId }: Pick<SessionActor, 'sessionId' | 'userId'>,
): Promise<readonly ListedSession[]> {
  const [rows, uses] = await Promise.all([
    db.run(selectSessions({ userId, now: clock.now() })),
    sessions.listUses(userId),
  ]);
  const useOf = new Map(uses.map((use) => [use.sessionId, use]));
  return rows.map((session) => ({
    ...session,
    userAgent: useOf.get(session.sessionId)?.userAgent ?? null,
    lastUsedAt: useOf.get(session.sessionId)?.lastUsedAt ?? null,
    isCurrent: session.sessionId === sessionId,
  }));
}

const selectSessions = prepareAll((p: Params<{ userId: number; now: number }>) =>
  query
    .select({
      sessionId: userSessions.sessionId,
      kind: userSessions.kind,
      identityId: userSessions.identityId,
      platform: deviceIdentities.platform,
      deviceName: deviceIdentities.name,
      createdAt: userSessions.createdAt,
      expiresAt: userSessions.expiresAt,
    })
    .from(userSessions)
    .leftJoin(deviceIdentities, eq(deviceIdentities.id, userSessions.identityId))
    .where(and(eq(userSessions.userId, p.userId), gt(userSessions.expiresAt, p.now)))
    .orderBy(desc(userSessions.createdAt), desc(userSessions.sessionId)),
);
