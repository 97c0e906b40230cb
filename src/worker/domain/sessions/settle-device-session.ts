import { eq } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareOne, type Params, type Statement } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { postponeAccountEvent } from './account-events.ts';
import { deleteOldestSessions, type EndSessions, type NewSession } from './oldest-sessions.ts';

/** What opens the session of a device. Without the device's identity, the session does not open. */
export interface DeviceOpening {
  /** The identity, by the SHA-256 of its token or by what the device calls itself. */
  readonly identity: { readonly tokenHash?: string; readonly deviceId?: string };
  /** The first in the session's batch; guards among them are the caller's to map. */
  readonly statements: readonly Statement<unknown>[];
  /** Undoes them when the user's object fails, or does not admit the session. */
  readonly undo: readonly Statement<unknown>[];
  /** What the session changes once it is admitted. */
  readonly settle: (session: NewSession) => {
    readonly endings: readonly EndSessions[];
    readonly statements: readonly Statement<unknown>[];
  };
}

const SESSION_ENDED = 'session_ended';

/**
 * Ends what gives way to a device's session that is open; null when that has ended itself. If the work stops half-way,
 * the session's event ends it all the same.
 */
export async function settleDeviceSession(
  { config, db, sessions }: Pick<Services, 'config' | 'db' | 'sessions'>,
  userId: number,
  device: DeviceOpening,
  session: NewSession,
  eventId: number,
): Promise<{ readonly identityId: number | null; readonly ended: readonly NewSession[] } | null> {
  const { sessionId, createdAt } = session;
  const others = config.SESSIONS_PER_USER - 1;
  const { endings, statements } = device.settle(session);
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
