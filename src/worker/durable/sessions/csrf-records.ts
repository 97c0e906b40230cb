import { and, desc, eq, gt, notInArray, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { csrfRecords } from '../../db/schema/objects/sessions.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { AuthenticationRequest } from '../../domain/sessions/session-store.ts';
import type { ObjectDatabase } from '../object-database.ts';

// Tabs that refresh simultaneously each keep a valid token.
const CSRF_RECORDS_PER_SESSION = 4;

/** Returns null when the request may pass. Renews or creates the request's record. */
export function passCsrf(
  db: ObjectDatabase,
  sessionId: string,
  { csrf, csrfTtlMs }: Pick<AuthenticationRequest, 'csrf' | 'csrfTtlMs'>,
  nowMs: number,
): 'csrf_invalid' | null {
  if (csrf === 'none') return null;
  if (csrf === 'invalid') return 'csrf_invalid';
  const expiresAt = nowMs + csrfTtlMs;
  if ('record' in csrf) {
    recordCsrf(db, { sessionId, tokenHash: csrf.record, expiresAt }, nowMs);
    return null;
  }
  const renewed = db.run(renewRecord({ sessionId, tokenHash: csrf.check, expiresAt, now: nowMs }));
  return renewed > 0 ? null : 'csrf_invalid';
}

export function recordCsrf(
  db: ObjectDatabase,
  record: { sessionId: string; tokenHash: string; expiresAt: number },
  nowMs: number,
): void {
  db.run(saveRecord({ ...record, recordedAt: nowMs }));
  db.run(deleteOldestRecords({ sessionId: record.sessionId }));
}

const renewRecord = prepareWrite(
  (p: Params<{ sessionId: string; tokenHash: string; expiresAt: number; now: number }>) =>
    query
      .update(csrfRecords)
      .set({ expiresAt: p.expiresAt })
      .where(
        and(
          eq(csrfRecords.sessionId, p.sessionId),
          eq(csrfRecords.tokenHash, p.tokenHash),
          gt(csrfRecords.expiresAt, p.now),
        ),
      ),
);

const saveRecord = prepareWrite((p: Params<typeof csrfRecords.$inferSelect>) =>
  query
    .insert(csrfRecords)
    .values({
      sessionId: p.sessionId,
      tokenHash: p.tokenHash,
      recordedAt: p.recordedAt,
      expiresAt: p.expiresAt,
    })
    .onConflictDoUpdate({
      target: [csrfRecords.sessionId, csrfRecords.tokenHash],
      set: { recordedAt: p.recordedAt, expiresAt: p.expiresAt },
    }),
);

const deleteOldestRecords = prepareWrite((p: Params<{ sessionId: string }>) => {
  const isOfSession = eq(csrfRecords.sessionId, p.sessionId);
  // The row's number orders records of the same millisecond.
  const rowId = sql`${csrfRecords}.rowid`;
  const newest = query
    .select({ tokenHash: csrfRecords.tokenHash })
    .from(csrfRecords)
    .where(isOfSession)
    .orderBy(desc(csrfRecords.recordedAt), desc(rowId))
    .limit(CSRF_RECORDS_PER_SESSION);
  return query
    .delete(csrfRecords)
    .where(and(isOfSession, notInArray(csrfRecords.tokenHash, newest)));
});
