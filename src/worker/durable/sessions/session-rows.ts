import { and, eq, gt, inArray, lt, lte, min, notInArray, sql, type SQL } from 'drizzle-orm';
import { existsIn, query, jsonValues } from '../../db/query.ts';
import {
  accountCopies,
  accountFreezes,
  apiKeys,
  sessions,
} from '../../db/schema/objects/sessions.ts';
import {
  prepareAll,
  prepareFirst,
  prepareOne,
  prepareWrite,
  type Params,
} from '../../db/statement.ts';
import type { FreezeTerm } from './logic.ts';

/** One statement, since every authenticated request runs it. */
export const selectSession = prepareFirst((p: Params<{ tokenHash: string }>) =>
  sessionWhere(eq(sessions.tokenHash, p.tokenHash)),
);

export const selectSessionById = prepareFirst((p: Params<{ sessionId: string }>) =>
  sessionWhere(eq(sessions.sessionId, p.sessionId)),
);

function sessionWhere(condition: SQL) {
  return query
    .select({
      sessionId: sessions.sessionId,
      kind: sessions.kind,
      expiresAt: sessions.expiresAt,
      forgetAt: sessions.forgetAt,
      lastUsedAt: sessions.lastUsedAt,
      username: accountCopies.username,
      role: accountCopies.role,
      status: accountCopies.status,
      authVersion: accountCopies.authVersion,
      seenAt: accountCopies.seenAt,
      frozenVersion: accountFreezes.authVersion,
      frozenUntil: accountFreezes.expiresAt,
    })
    .from(sessions)
    .crossJoin(accountCopies)
    .leftJoin(accountFreezes, sql`true`)
    .where(condition);
}

export function toFreeze(row: {
  frozenVersion: number | null;
  frozenUntil: number | null;
}): FreezeTerm | null {
  const { frozenVersion, frozenUntil } = row;
  return frozenVersion === null || frozenUntil === null
    ? null
    : { authVersion: frozenVersion, expiresAt: frozenUntil };
}

export const selectSessionIds = prepareAll(() =>
  query.select({ sessionId: sessions.sessionId }).from(sessions),
);

export const selectSessionUses = prepareAll(() =>
  query
    .select({
      sessionId: sessions.sessionId,
      userAgent: sessions.userAgent,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions),
);

/** What keeps the storage. `forgetAt`: of the session that is forgotten next; null without sessions. */
export const selectUses = prepareOne((p: Params<{ now: number }>) =>
  query
    .select({
      forgetAt: min(sessions.forgetAt),
      hasKeys: sql<0 | 1>`EXISTS (SELECT 1 FROM ${apiKeys})`,
      isFrozen: sql<0 | 1>`${existsIn(accountFreezes, gt(accountFreezes.expiresAt, p.now))}`,
    })
    .from(sessions),
);

type SessionRow = typeof sessions.$inferSelect;

/** An existing session means a repetition. */
export const insertSessionRow = prepareWrite((session: Params<SessionRow>) =>
  query
    .insert(sessions)
    .values({
      sessionId: session.sessionId,
      tokenHash: session.tokenHash,
      kind: session.kind,
      authVersion: session.authVersion,
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
      forgetAt: session.forgetAt,
      userAgent: session.userAgent,
      lastUsedAt: session.lastUsedAt,
    })
    .onConflictDoNothing(),
);

/** A late renewal shortens nothing. */
export const extendSessionRow = prepareWrite(
  (p: Params<{ sessionId: string; expiresAt: number; forgetAt: number; now: number }>) =>
    query
      .update(sessions)
      .set({
        expiresAt: sql`max(${sessions.expiresAt}, ${p.expiresAt})`,
        forgetAt: sql`max(${sessions.forgetAt}, ${p.forgetAt})`,
      })
      .where(and(eq(sessions.sessionId, p.sessionId), gt(sessions.expiresAt, p.now))),
);

export const recordSessionUse = prepareWrite((p: Params<{ sessionId: string; now: number }>) =>
  query.update(sessions).set({ lastUsedAt: p.now }).where(eq(sessions.sessionId, p.sessionId)),
);

export const deleteSessionRow = prepareWrite((p: Params<{ sessionId: string }>) =>
  query.delete(sessions).where(eq(sessions.sessionId, p.sessionId)),
);

export const deleteSessionRows = prepareWrite((p: Params<{ sessionIds: readonly string[] }>) =>
  query.delete(sessions).where(inArray(sessions.sessionId, jsonValues(p.sessionIds))),
);

export const deleteAllSessions = prepareWrite(() => query.delete(sessions));

export const deleteOlderSessions = prepareWrite((p: Params<{ authVersion: number }>) =>
  query.delete(sessions).where(lt(sessions.authVersion, p.authVersion)),
);

export const deleteUnknownSessions = prepareWrite(
  (p: Params<{ known: readonly string[]; createdBefore: number; now: number }>) =>
    query
      .delete(sessions)
      .where(
        and(
          lt(sessions.createdAt, p.createdBefore),
          gt(sessions.expiresAt, p.now),
          notInArray(sessions.sessionId, jsonValues(p.known)),
        ),
      ),
);

export const deleteForgottenSessions = prepareWrite((p: Params<{ now: number }>) =>
  query.delete(sessions).where(lte(sessions.forgetAt, p.now)),
);
