import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { insertFrom, query } from '../../db/query.ts';
import { deviceIdentities, users, userSessions } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { hashCredential } from '../../lib/credential.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import type { SessionKind } from '../actor.ts';
import type { Services } from '../services.ts';
import { copyAccount } from './account-copy.ts';
import {
  acknowledgeAccountEvent,
  recordAccountEvent,
  LAST_STEP_LIMIT_MS,
} from './account-events.ts';
import { deleteOldestSessions, type NewSession } from './oldest-sessions.ts';
import type { AccountCopy, SessionRecord } from './session-store.ts';
import { recordVisit } from './record-visit.ts';
import { replaceDeviceSessions, type DeviceOpening } from './replace-device-sessions.ts';
import { CHECK_FREEZE_ERRORS, checkFreeze } from './resolve-change.ts';

/** As read when the credentials were checked. */
export interface SessionOwner extends AccountCopy {
  readonly id: number;
}

export interface Opening extends Pick<SessionRecord, 'csrf' | 'expiresAt' | 'userAgent'> {
  readonly kind: SessionKind;
  readonly token: string;
  readonly device: DeviceOpening | null;
}

export interface OpenedSession {
  readonly sessionId: string;
  /** Null on the web. */
  readonly identityId: number | null;
}

export type OpenServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'keys' | 'sessions'
>;

export const OPEN_SESSION_ERRORS = CHECK_FREEZE_ERRORS;

/**
 * Evicts the oldest session at the limit; for a device only after admission, because devices retry. Null when account
 * or identity changed since they were read.
 * @throws {GuardError} from guards among the statements.
 */
export async function openSession(
  services: OpenServices,
  owner: SessionOwner,
  opening: Opening,
): Promise<OpenedSession | null> {
  const { background, config, clock, db, sessions } = services;
  const { kind, csrf, device, expiresAt, userAgent } = opening;
  const session = { sessionId: newOpaqueId(), createdAt: clock.now() };
  const recorded = await recordSession(services, owner, opening, session);
  if (recorded === null) return null;
  const { eventId, evicted } = recorded;

  // Frees the slot, so that a retry evicts no further session.
  const undo = () => db.batch({ session: deleteUnopened(session), undo: device?.undo ?? [] });
  const opened = {
    ...session,
    kind,
    tokenHash: await hashCredential(opening.token),
    csrf,
    userAgent,
    expiresAt,
    forgetAt: expiresAt + config.EXPIRED_SESSION_RETENTION_MS,
  };
  const evictedIds = evicted.map((row) => row.sessionId);
  const outcome = await sessions
    .open(owner.id, opened, copyAccount(owner), evictedIds)
    .catch(async (error: unknown) => {
      // The session may be open: the unacknowledged event ends it.
      await undo()
        .then(() => sessions.close(owner.id, [session.sessionId]))
        .catch(() => undefined);
      throw error;
    });
  if (outcome !== 'admitted') {
    await undo();
    if (outcome !== 'stale') await checkFreeze(services, owner.id, outcome);
    return null;
  }
  const replaced =
    device === null
      ? { identityId: null, ended: evicted }
      : await replaceDeviceSessions(services, owner.id, device, session, eventId);
  if (replaced === null) return null;
  const { identityId, ended } = replaced;
  // An ended session whose login is still running may open later; the event ends it.
  const mayOpenYet = ended.some((row) => row.createdAt > session.createdAt - LAST_STEP_LIMIT_MS);
  if (!mayOpenYet) background(acknowledgeAccountEvent(db, eventId));
  return { sessionId: session.sessionId, identityId };
}

interface Recorded {
  readonly eventId: number;
  readonly evicted: readonly NewSession[];
}

const OWNER_CHANGED = 'account_changed';

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
    device === null ? [deleteOldestSessions({ userId, sessionId, now: createdAt, others })] : [];
  try {
    const { event, evicted } = await db.batch({
      statements: device?.statements ?? [],
      opened: insertSession(row),
      unchanged: guard(OWNER_CHANGED),
      evicted: evictions,
      visit: recordVisit(userId, createdAt),
      event: recordAccountEvent(userId, createdAt),
    });
    return { eventId: event.id, evicted: evicted.flat() };
  } catch (error) {
    if (error instanceof GuardError && error.reason === OWNER_CHANGED) return null;
    throw error;
  }
}

const insertSession = prepareWrite(
  (
    p: Params<{
      sessionId: string;
      userId: number;
      authVersion: number;
      kind: SessionKind;
      tokenHash: string | null;
      deviceId: string | null;
      createdAt: number;
      expiresAt: number;
    }>,
  ) =>
    insertFrom(
      userSessions,
      {
        sessionId: p.sessionId,
        userId: users.id,
        kind: p.kind,
        createdAt: p.createdAt,
        expiresAt: p.expiresAt,
        identityId: deviceIdentities.id,
      },
      sql`FROM ${users} LEFT JOIN ${deviceIdentities} ON ${and(
        eq(deviceIdentities.userId, users.id),
        or(eq(deviceIdentities.tokenHash, p.tokenHash), eq(deviceIdentities.deviceId, p.deviceId)),
        gt(deviceIdentities.expiresAt, p.createdAt),
      )} WHERE ${and(
        eq(users.id, p.userId),
        eq(users.authVersion, p.authVersion),
        inArray(users.status, ['active', 'pending_deletion']),
        or(and(isNull(p.tokenHash), isNull(p.deviceId)), isNotNull(deviceIdentities.id)),
      )}`,
    ),
);

const deleteUnopened = prepareWrite((p: Params<{ sessionId: string }>) =>
  query.delete(userSessions).where(eq(userSessions.sessionId, p.sessionId)),
);
