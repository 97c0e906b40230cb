import { eq } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareOne, type Params, type Statement } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { postponeAccountEvent } from './account-events.ts';
import { deleteOldestSessions, type EndSessions, type NewSession } from './oldest-sessions.ts';

export interface DeviceOpening {
  readonly identity: { readonly tokenHash?: string; readonly deviceId?: string };
  /** The caller maps errors of guards. */
  readonly statements: readonly Statement<unknown>[];
  readonly undo: readonly Statement<unknown>[];
  readonly afterAdmission: (session: NewSession) => {
    readonly endings: readonly EndSessions[];
    readonly statements: readonly Statement<unknown>[];
  };
}

const SESSION_ENDED = 'session_ended';

/** Ends the sessions that an admitted session replaces; null when it has ended itself. */
export async function replaceDeviceSessions(
  { config, db, sessions }: Pick<Services, 'config' | 'db' | 'sessions'>,
  userId: number,
  device: DeviceOpening,
  session: NewSession,
  eventId: number,
): Promise<{ readonly identityId: number | null; readonly ended: readonly NewSession[] } | null> {
  const { sessionId, createdAt } = session;
  const others = config.SESSIONS_PER_USER - 1;
  const { endings, statements } = device.afterAdmission(session);
  try {
    const results = await db.batch({
      live: requireOpenSession({ sessionId }),
      postponed: postponeAccountEvent({ eventId, userId }),
      ended: [...endings, deleteOldestSessions({ userId, sessionId, now: createdAt, others })],
      statements,
      identity: selectIdentity({ sessionId }),
    });
    const ended = results.ended.flat();
    if (ended.length > 0) {
      await sessions.close(
        userId,
        ended.map((row) => row.sessionId),
      );
    }
    return { identityId: results.identity.id, ended };
  } catch (error) {
    if (error instanceof GuardError && error.reason === SESSION_ENDED) return null;
    throw error;
  }
}

const requireOpenSession = prepareGuard(SESSION_ENDED, (p: Params<{ sessionId: string }>) =>
  existsIn(userSessions, eq(userSessions.sessionId, p.sessionId)),
);

const selectIdentity = prepareOne((p: Params<{ sessionId: string }>) =>
  query
    .select({ id: userSessions.identityId })
    .from(userSessions)
    .where(eq(userSessions.sessionId, p.sessionId)),
);
