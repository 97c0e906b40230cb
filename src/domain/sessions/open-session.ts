import { and, desc, eq, gt, inArray, isNull, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { insertFrom, limitTo, query } from '../../db/query.ts';
import { deviceIdentities, users, userSessions } from '../../db/schema/accounts.ts';
import {
  prepareAll,
  prepareWrite,
  type Slot,
  type Slots,
  type Statement,
} from '../../db/statement.ts';
import { hashCredential } from '../../lib/credential.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import type { SessionKind } from '../actor.ts';
import type { Services } from '../services.ts';
import { copyAccount } from './account-copy.ts';
import { acknowledgeAccountEvent, recordAccountEvent, SETTLE_MS } from './account-events.ts';
import type { AccountCopy, SessionRecord } from './session-store.ts';
import { settleAdmittance } from './settle-account.ts';

/** The account that somebody signs in to, as it was when the proof of that was checked. */
export interface SessionOwner extends AccountCopy {
  readonly id: number;
}

/** A session to be opened. Times are milliseconds. */
export interface Opening extends Pick<SessionRecord, 'csrf' | 'expiresAt'> {
  readonly kind: SessionKind;
  readonly token: string;
  /** The SHA-256 of the device's identity token; null on the web. Without that identity, the session does not open. */
  readonly identityHash: string | null;
  /** What ends sessions, the first thing in the session's batch. */
  readonly endings: readonly EndSessions[];
  /** What else belongs to its batch, before it; guards among them are the caller's to map. */
  readonly statements: readonly Statement<unknown>[];
}

/** A statement that deletes sessions, and returns which. */
export type EndSessions = Statement<readonly EndedSession[]>;

interface EndedSession {
  readonly sessionId: string;
  readonly createdAt: number;
}

export type OpenServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'keys' | 'sessions'
>;

/**
 * Opens a session and returns its id; an account that has as many as it may loses its oldest. Returns null when the
 * account has changed since it was read: it must be read again.
 * @throws {DomainError} account_busy while a change of the account is under way.
 * @throws {GuardError} from guards among the statements.
 */
export async function openSession(
  services: OpenServices,
  owner: SessionOwner,
  opening: Opening,
): Promise<string | null> {
  const { background, config, clock, db, sessions } = services;
  const sessionId = newOpaqueId();
  const createdAt = clock.now();
  const recorded = await recordSession(services, owner, { ...opening, sessionId, createdAt });
  if (recorded === null) return null;
  const { eventId, ended } = recorded;

  const { kind, csrf, expiresAt } = opening;
  const outcome = await sessions.open(
    owner.id,
    {
      sessionId,
      kind,
      tokenHash: await hashCredential(opening.token),
      csrf,
      createdAt,
      expiresAt,
      forgetAt: expiresAt + config.EXPIRED_SESSION_RETENTION_MS,
    },
    copyAccount(owner),
    ended.map((row) => row.sessionId),
  );
  if (outcome !== 'admitted') {
    // Its place is free again: no other session gives way to the next attempt.
    await db.run(deleteSession({ sessionId }));
    if (outcome !== 'stale') await settleAdmittance(services, owner.id, outcome);
    return null;
  }
  // A session that ended while its own login was under way may open yet: the event will end it.
  const mayOpenYet = ended.some((row) => row.createdAt > createdAt - SETTLE_MS);
  if (!mayOpenYet) background(acknowledgeAccountEvent(db, eventId));
  return sessionId;
}

interface Recorded {
  /** The event that backs the session. */
  readonly eventId: number;
  /** Sessions that ended in the batch. */
  readonly ended: readonly EndedSession[];
}

const ACCOUNT_CHANGED = 'account_changed';

/** Writes the session's row, and deletes those that give way; null when the account has changed. */
async function recordSession(
  { config, db }: OpenServices,
  { id: userId, authVersion }: SessionOwner,
  opening: Opening & { readonly sessionId: string; readonly createdAt: number },
): Promise<Recorded | null> {
  const { sessionId, kind, identityHash, createdAt, expiresAt } = opening;
  const row = { sessionId, userId, authVersion, kind, identityHash, createdAt, expiresAt };
  const others = config.SESSIONS_PER_USER - 1;
  try {
    const { event, ended, evicted } = await db.batch({
      ended: opening.endings,
      statements: opening.statements,
      opened: insertSession(row),
      unchanged: guard(ACCOUNT_CHANGED),
      evicted: deleteOldest({ userId, sessionId, now: createdAt, others }),
      event: recordAccountEvent(userId, createdAt),
    });
    return { eventId: event.id, ended: [...ended.flat(), ...evicted] };
  } catch (error) {
    if (error instanceof GuardError && error.reason === ACCOUNT_CHANGED) return null;
    throw error;
  }
}

const insertSession = prepareWrite(
  ({
    sessionId,
    userId,
    authVersion,
    kind,
    identityHash,
    createdAt,
    expiresAt,
  }: Slots<{
    sessionId: string;
    userId: number;
    authVersion: number;
    kind: SessionKind;
    identityHash: string | null;
    createdAt: number;
    expiresAt: number;
  }>) =>
    insertFrom(
      userSessions,
      { sessionId, userId: users.id, kind, createdAt, expiresAt, identityId: deviceIdentities.id },
      sql`FROM ${users} LEFT JOIN ${deviceIdentities} ON ${and(
        eq(deviceIdentities.tokenHash, identityHash),
        eq(deviceIdentities.userId, users.id),
        gt(deviceIdentities.expiresAt, createdAt),
      )} WHERE ${and(
        eq(users.id, userId),
        eq(users.authVersion, authVersion),
        inArray(users.status, ['active', 'pending_deletion']),
        or(isNull(identityHash), sql`${deviceIdentities.id} IS NOT NULL`),
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
  }: Slots<{ userId: number; sessionId: string; now: number; others: number }>) =>
    deleteAllButNewest(
      and(
        eq(userSessions.userId, userId),
        gt(userSessions.expiresAt, now),
        ne(userSessions.sessionId, sessionId),
      ),
      others,
    ),
);

/** The deletion of the sessions that meet a condition, except the newest `kept`. */
export function deleteAllButNewest(condition: SQL | undefined, kept: Slot<number>) {
  const newest = query
    .select({ sessionId: userSessions.sessionId })
    .from(userSessions)
    .where(condition)
    .orderBy(desc(userSessions.createdAt), desc(userSessions.sessionId))
    .limit(limitTo(kept));
  return query
    .delete(userSessions)
    .where(and(condition, notInArray(userSessions.sessionId, newest)))
    .returning({ sessionId: userSessions.sessionId, createdAt: userSessions.createdAt });
}

const deleteSession = prepareWrite(({ sessionId }: Slots<{ sessionId: string }>) =>
  query.delete(userSessions).where(eq(userSessions.sessionId, sessionId)),
);
