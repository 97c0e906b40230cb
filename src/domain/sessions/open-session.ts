import { and, desc, eq, gt, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { insertFrom, limitTo, query } from '../../db/query.ts';
import { users, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Slots } from '../../db/statement.ts';
import { hashCredential, issueCredential } from '../../lib/credential.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import type { Services } from '../services.ts';
import { copyAccount } from './account-copy.ts';
import { acknowledgeAccountEvent, recordAccountEvent, SETTLE_MS } from './account-events.ts';
import { issueCsrfToken } from './csrf-tokens.ts';
import type { AccountCopy } from './session-store.ts';
import { settleAdmittance } from './settle-account.ts';

/** The account that somebody signs in to, as it was when the password was checked. */
export interface SessionOwner extends AccountCopy {
  readonly id: number;
}

export interface OpenedSession {
  readonly token: string;
  readonly csrfToken: string;
  readonly sessionId: string;
}

type OpenServices = Pick<Services, 'background' | 'clock' | 'config' | 'db' | 'keys' | 'sessions'>;

/**
 * Opens a web session; an account that has as many as it may lose its oldest. Returns null when the account has changed
 * since it was read: it must be read again.
 * @throws {DomainError} account_busy while a change of the account is under way.
 */
export async function openWebSession(
  services: OpenServices,
  owner: SessionOwner,
): Promise<OpenedSession | null> {
  const { background, config, clock, db, keys, sessions } = services;
  const sessionId = newOpaqueId();
  const token = await issueCredential(keys, 'web_session', String(owner.id));
  const csrf = await issueCsrfToken(keys);
  const createdAt = clock.now();
  const recorded = await recordSession(services, owner, sessionId, createdAt);
  if (recorded === null) return null;
  const { eventId, evicted } = recorded;

  const expiresAt = createdAt + config.SESSION_TTL_MS;
  const outcome = await sessions.open(
    owner.id,
    {
      sessionId,
      kind: 'web',
      tokenHash: await hashCredential(token),
      csrf: { tokenHash: csrf.tokenHash, expiresAt: createdAt + config.CSRF_TTL_MS },
      createdAt,
      expiresAt,
      forgetAt: expiresAt + config.EXPIRED_SESSION_RETENTION_MS,
    },
    copyAccount(owner),
    evicted.map((row) => row.sessionId),
  );
  if (outcome !== 'admitted') {
    // Its place is free again: no other session gives way to the next attempt.
    await db.run(deleteSession({ sessionId }));
    if (outcome !== 'stale') await settleAdmittance(services, owner.id, outcome);
    return null;
  }
  // A session that gave way while its own login was under way may open yet: the event will end it.
  const mayOpenYet = evicted.some((row) => row.createdAt > createdAt - SETTLE_MS);
  if (!mayOpenYet) background(acknowledgeAccountEvent(db, eventId));
  return { token, csrfToken: csrf.token, sessionId };
}

interface Recorded {
  /** The event that backs the session. */
  readonly eventId: number;
  /** Sessions that gave way. */
  readonly evicted: readonly { readonly sessionId: string; readonly createdAt: number }[];
}

/** Writes the session's row, and deletes those that give way; null when the account has changed. */
async function recordSession(
  { config, db }: OpenServices,
  { id: userId, authVersion }: SessionOwner,
  sessionId: string,
  now: number,
): Promise<Recorded | null> {
  const expiresAt = now + config.SESSION_TTL_MS;
  try {
    const { event, evicted } = await db.batch({
      opened: insertSession({ sessionId, userId, authVersion, now, expiresAt }),
      unchanged: guard('account_changed'),
      evicted: deleteOldest({ userId, sessionId, now, others: config.SESSIONS_PER_USER - 1 }),
      event: recordAccountEvent(userId, now),
    });
    return { eventId: event.id, evicted };
  } catch (error) {
    if (error instanceof GuardError) return null;
    throw error;
  }
}

const insertSession = prepareWrite(
  ({
    sessionId,
    userId,
    authVersion,
    now,
    expiresAt,
  }: Slots<{
    sessionId: string;
    userId: number;
    authVersion: number;
    now: number;
    expiresAt: number;
  }>) =>
    insertFrom(
      userSessions,
      { sessionId, userId: users.id, kind: 'web', createdAt: now, expiresAt },
      sql`FROM ${users} WHERE ${and(
        eq(users.id, userId),
        eq(users.authVersion, authVersion),
        inArray(users.status, ['active', 'pending_deletion']),
      )}`,
    ),
);

/** Deletes the live sessions beside this one but the newest `others`. */
const deleteOldest = prepareAll(
  ({
    userId,
    sessionId,
    now,
    others,
  }: Slots<{ userId: number; sessionId: string; now: number; others: number }>) => {
    const isOther = and(
      eq(userSessions.userId, userId),
      gt(userSessions.expiresAt, now),
      ne(userSessions.sessionId, sessionId),
    );
    const newest = query
      .select({ sessionId: userSessions.sessionId })
      .from(userSessions)
      .where(isOther)
      .orderBy(desc(userSessions.createdAt), desc(userSessions.sessionId))
      .limit(limitTo(others));
    return query
      .delete(userSessions)
      .where(and(isOther, notInArray(userSessions.sessionId, newest)))
      .returning({ sessionId: userSessions.sessionId, createdAt: userSessions.createdAt });
  },
);

const deleteSession = prepareWrite(({ sessionId }: Slots<{ sessionId: string }>) =>
  query.delete(userSessions).where(eq(userSessions.sessionId, sessionId)),
);
