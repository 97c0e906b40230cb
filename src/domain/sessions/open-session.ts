import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { guard, GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, insertFrom, limitTo, query } from '../../db/query.ts';
import { deviceIdentities, users, userSessions } from '../../db/schema/accounts.ts';
import {
  prepareAll,
  prepareOne,
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
  /** Null on the web. */
  readonly device: DeviceOpening | null;
}

/** What opens the session of a device. Without the device's identity, the session does not open. */
export interface DeviceOpening {
  /** The identity, by the SHA-256 of its token or by what the device calls itself. */
  readonly identity: { readonly tokenHash?: string; readonly deviceId?: string };
  /** The first in the session's batch; guards among them are the caller's to map. */
  readonly statements: readonly Statement<unknown>[];
  /** Undoes them when the user's object does not admit the session. */
  readonly undo: readonly Statement<unknown>[];
  /** What the session changes once it is admitted. */
  readonly settle: (session: NewSession) => {
    readonly endings: readonly EndSessions[];
    readonly statements: readonly Statement<unknown>[];
  };
}

export interface NewSession {
  readonly sessionId: string;
  readonly createdAt: number;
}

export interface OpenedSession {
  readonly sessionId: string;
  /** Null on the web. */
  readonly identityId: number | null;
}

/** A statement that deletes sessions, and returns which. */
export type EndSessions = Statement<readonly NewSession[]>;

export type OpenServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'keys' | 'sessions'
>;

/**
 * Opens a session; an account that has as many as it may loses its oldest. On the web that one ends in the session's
 * batch. A device, which asks by itself and again and again, ends nothing before it is admitted. Returns null when the
 * account or the identity has changed since it was read: it must be read again.
 * @throws {DomainError} account_busy while a change of the account is under way.
 * @throws {GuardError} from guards among the statements.
 */
export async function openSession(
  services: OpenServices,
  owner: SessionOwner,
  opening: Opening,
): Promise<OpenedSession | null> {
  const { background, config, clock, db, sessions } = services;
  const { kind, csrf, device, expiresAt } = opening;
  const session = { sessionId: newOpaqueId(), createdAt: clock.now() };
  const recorded = await recordSession(services, owner, opening, session);
  if (recorded === null) return null;
  const { eventId, evicted } = recorded;

  const outcome = await sessions.open(
    owner.id,
    {
      ...session,
      kind,
      tokenHash: await hashCredential(opening.token),
      csrf,
      expiresAt,
      forgetAt: expiresAt + config.EXPIRED_SESSION_RETENTION_MS,
    },
    copyAccount(owner),
    evicted.map((row) => row.sessionId),
  );
  if (outcome !== 'admitted') {
    // Its place is free again: no other session gives way to the next attempt.
    await db.batch({ session: deleteSession(session), undo: device?.undo ?? [] });
    if (outcome !== 'stale') await settleAdmittance(services, owner.id, outcome);
    return null;
  }
  const settled =
    device === null
      ? { identityId: null, ended: evicted }
      : await settleDevice(services, owner, device, session);
  if (settled === null) return null;
  const { identityId, ended } = settled;
  // A session that ended while its own login was under way may open yet: the event will end it.
  const mayOpenYet = ended.some((row) => row.createdAt > session.createdAt - SETTLE_MS);
  if (!mayOpenYet) background(acknowledgeAccountEvent(db, eventId));
  return { sessionId: session.sessionId, identityId };
}

interface Recorded {
  /** The event that backs the session. */
  readonly eventId: number;
  /** Sessions that gave way in the batch. */
  readonly evicted: readonly NewSession[];
}

const ACCOUNT_CHANGED = 'account_changed';

/** Writes the session's row, and on the web deletes those that give way; null when the account has changed. */
async function recordSession(
  { config, db }: OpenServices,
  { id: userId, authVersion }: SessionOwner,
  { kind, expiresAt, device }: Opening,
  { sessionId, createdAt }: NewSession,
): Promise<Recorded | null> {
  const { tokenHash = null, deviceId = null } = device?.identity ?? {};
  const row = { sessionId, userId, authVersion, kind, tokenHash, deviceId, createdAt, expiresAt };
  const others = config.SESSIONS_PER_USER - 1;
  const evictions =
    device === null ? [deleteOldest({ userId, sessionId, now: createdAt, others })] : [];
  try {
    const { event, evicted } = await db.batch({
      statements: device?.statements ?? [],
      opened: insertSession(row),
      unchanged: guard(ACCOUNT_CHANGED),
      evicted: evictions,
      event: recordAccountEvent(userId, createdAt),
    });
    return { eventId: event.id, evicted: evicted.flat() };
  } catch (error) {
    if (error instanceof GuardError && error.reason === ACCOUNT_CHANGED) return null;
    throw error;
  }
}

const SESSION_ENDED = 'session_ended';

/** Ends what gives way to a device's session that is open; null when that has ended itself. */
async function settleDevice(
  { config, db, sessions }: OpenServices,
  { id: userId }: SessionOwner,
  device: DeviceOpening,
  session: NewSession,
): Promise<{ readonly identityId: number | null; readonly ended: readonly NewSession[] } | null> {
  const { sessionId, createdAt } = session;
  const others = config.SESSIONS_PER_USER - 1;
  const { endings, statements } = device.settle(session);
  try {
    const results = await db.batch({
      live: requireSession({ sessionId }),
      ended: [...endings, deleteOldest({ userId, sessionId, now: createdAt, others })],
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

const requireSession = prepareGuard(SESSION_ENDED, ({ sessionId }: Slots<{ sessionId: string }>) =>
  existsIn(userSessions, eq(userSessions.sessionId, sessionId)),
);

const selectIdentity = prepareOne(({ sessionId }: Slots<{ sessionId: string }>) =>
  query
    .select({ id: userSessions.identityId })
    .from(userSessions)
    .where(eq(userSessions.sessionId, sessionId)),
);

const insertSession = prepareWrite(
  ({
    sessionId,
    userId,
    authVersion,
    kind,
    tokenHash,
    deviceId,
    createdAt,
    expiresAt,
  }: Slots<{
    sessionId: string;
    userId: number;
    authVersion: number;
    kind: SessionKind;
    tokenHash: string | null;
    deviceId: string | null;
    createdAt: number;
    expiresAt: number;
  }>) =>
    insertFrom(
      userSessions,
      { sessionId, userId: users.id, kind, createdAt, expiresAt, identityId: deviceIdentities.id },
      sql`FROM ${users} LEFT JOIN ${deviceIdentities} ON ${and(
        eq(deviceIdentities.userId, users.id),
        or(eq(deviceIdentities.tokenHash, tokenHash), eq(deviceIdentities.deviceId, deviceId)),
        gt(deviceIdentities.expiresAt, createdAt),
      )} WHERE ${and(
        eq(users.id, userId),
        eq(users.authVersion, authVersion),
        inArray(users.status, ['active', 'pending_deletion']),
        or(and(isNull(tokenHash), isNull(deviceId)), isNotNull(deviceIdentities.id)),
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
