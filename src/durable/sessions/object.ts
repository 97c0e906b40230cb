import { DurableObject } from 'cloudflare:workers';
import type {
  AccountCopy,
  AccountHold,
  Admittance,
  Authentication,
  AuthenticationRequest,
  CsrfDemand,
  NewSession,
} from '../../domain/sessions/session-store.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import { admit, judgeCopy, refuseSession, type StoredHold, type StoredSession } from './logic.ts';
import { SESSIONS_SCHEMA } from './schema.ts';

// Tabs that refresh at the same moment each keep a valid token.
const CSRF_RECORDS_PER_SESSION = 4;

/** A row whose columns are named as the fields of `Shape`. */
type Columns<Shape> = { [Field in keyof Shape]: Shape[Field] };

const firstRow = <Row extends Record<string, SqlStorageValue>>(
  cursor: SqlStorageCursor<Row>,
): Row | null => cursor.toArray()[0] ?? null;

/** The sessions of one user (see SessionStore for the rules). Every method is one synchronous, atomic step. */
export class UserSessions extends DurableObject {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(SESSIONS_SCHEMA);
  }

  authenticate(request: AuthenticationRequest, nowMs: number): Authentication {
    const session = this.#findSession(request.tokenHash);
    const account = this.#account();
    const refusal = refuseSession(session, account, nowMs);
    if (session === null || account === null || refusal === 'unknown' || refusal === 'expired') {
      return { outcome: refusal ?? 'unknown' };
    }
    const admittance = admit(this.#hold(), nowMs);
    if (admittance === 'locked') return { outcome: 'locked' };
    if (admittance !== 'admitted') return { outcome: 'unsure', heldVersion: admittance.unsure };
    if (refusal !== null) return { outcome: refusal };

    const csrf = this.#passCsrf(session.sessionId, request.csrf, nowMs, request.csrfTtlMs);
    if (csrf !== null) return { outcome: csrf };
    const slotId = request.slot === null ? null : this.#takeSlot(request.slot, nowMs);
    if (request.slot !== null && slotId === null) return { outcome: 'no_slot' };
    const { sessionId, kind } = session;
    return { outcome: 'granted', sessionId, kind, account, slotId };
  }

  releaseSlot(slotId: string): void {
    this.#sql.exec('DELETE FROM part_slots WHERE slot_id = ?', slotId);
  }

  open(session: NewSession, copy: AccountCopy, nowMs: number): 'stale' | Admittance {
    if (!this.#take(copy, true)) return 'stale';
    const admittance = admit(this.#hold(), nowMs);
    if (admittance !== 'admitted') return admittance;
    this.#sql.exec(
      'INSERT OR IGNORE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)',
      session.sessionId,
      session.tokenHash,
      session.kind,
      copy.authVersion,
      session.createdAt,
      session.expiresAt,
      session.forgetAt,
    );
    const { csrf } = session;
    if (csrf !== null) this.#recordCsrf(session.sessionId, csrf.tokenHash, nowMs, csrf.expiresAt);
    this.#arm();
    return 'admitted';
  }

  close(sessionId: string): void {
    this.#sql.exec('DELETE FROM sessions WHERE session_id = ?', sessionId);
  }

  hold(hold: AccountHold, ttlMs: number, nowMs: number): Admittance {
    const current = this.#hold();
    // The same change again, because the first answer was lost.
    const admittance = current?.changeId === hold.changeId ? 'admitted' : admit(current, nowMs);
    if (admittance !== 'admitted') return admittance;
    this.#sql.exec(
      'INSERT OR REPLACE INTO hold VALUES (1, ?, ?, ?, ?)',
      hold.changeId,
      hold.authVersion,
      hold.dropSessions ? 1 : 0,
      nowMs + ttlMs,
    );
    return 'admitted';
  }

  release(changeId: string): void {
    this.#sql.exec('DELETE FROM hold WHERE change_id = ?', changeId);
  }

  apply(copy: AccountCopy, committed: boolean): void {
    this.#take(copy, committed);
  }

  reconcile(
    copy: AccountCopy,
    known: readonly string[],
    settledBefore: number,
    nowMs: number,
  ): { admittance: Admittance; sessionIds: string[] } {
    this.#take(copy, true);
    this.#sql.exec(
      `DELETE FROM sessions WHERE created_at < ? AND expires_at > ?
       AND session_id NOT IN (SELECT value FROM json_each(?))`,
      settledBefore,
      nowMs,
      JSON.stringify(known),
    );
    const rows = this.#sql.exec<{ id: string }>('SELECT session_id AS id FROM sessions').toArray();
    return { admittance: admit(this.#hold(), nowMs), sessionIds: rows.map(({ id }) => id) };
  }

  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#sql.exec(SESSIONS_SCHEMA);
  }

  override alarm(): void {
    const nowMs = Date.now();
    this.#sql.exec('DELETE FROM sessions WHERE forget_at <= ?', nowMs);
    this.#sql.exec('DELETE FROM part_slots WHERE expires_at <= ?', nowMs);
    this.#arm();
  }

  /** Takes a copy unless it is older than the one here; false says that it was. */
  #take(copy: AccountCopy, committed: boolean): boolean {
    const hold = this.#hold();
    const { take, endsHold } = judgeCopy(copy, this.#account(), hold);
    if (!take) return false;
    this.#sql.exec(
      'INSERT OR REPLACE INTO account VALUES (1, ?, ?, ?, ?)',
      copy.username,
      copy.role,
      copy.status,
      copy.authVersion,
    );
    if (endsHold) {
      if (committed && hold?.dropSessions === true) {
        this.#sql.exec('DELETE FROM sessions WHERE auth_version < ?', copy.authVersion);
      }
      this.#sql.exec('DELETE FROM hold');
    }
    return true;
  }

  #passCsrf(
    sessionId: string,
    demand: CsrfDemand,
    nowMs: number,
    ttlMs: number,
  ): 'csrf_missing' | 'csrf_invalid' | null {
    if (demand === 'none') return null;
    if (demand === 'missing' || demand === 'invalid') return `csrf_${demand}`;
    if ('record' in demand) {
      this.#recordCsrf(sessionId, demand.record, nowMs, nowMs + ttlMs);
      return null;
    }
    const { rowsWritten } = this.#sql.exec(
      `UPDATE csrf_records SET expires_at = ?
       WHERE session_id = ? AND token_hash = ? AND expires_at > ?`,
      nowMs + ttlMs,
      sessionId,
      demand.check,
      nowMs,
    );
    return rowsWritten > 0 ? null : 'csrf_invalid';
  }

  #recordCsrf(sessionId: string, tokenHash: string, nowMs: number, expiresAt: number): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO csrf_records VALUES (?, ?, ?, ?)',
      sessionId,
      tokenHash,
      nowMs,
      expiresAt,
    );
    this.#sql.exec(
      `DELETE FROM csrf_records WHERE session_id = ?1 AND token_hash NOT IN (
         SELECT token_hash FROM csrf_records WHERE session_id = ?1
         ORDER BY recorded_at DESC, rowid DESC LIMIT ?2)`,
      sessionId,
      CSRF_RECORDS_PER_SESSION,
    );
  }

  #takeSlot({ limit, ttlMs }: { limit: number; ttlMs: number }, nowMs: number): string | null {
    this.#sql.exec('DELETE FROM part_slots WHERE expires_at <= ?', nowMs);
    const slotId = newOpaqueId();
    const { rowsWritten } = this.#sql.exec(
      'INSERT INTO part_slots SELECT ?, ? WHERE (SELECT COUNT(*) FROM part_slots) < ?',
      slotId,
      nowMs + ttlMs,
      limit,
    );
    return rowsWritten > 0 ? slotId : null;
  }

  /** Sets the alarm to the moment at which the next session is forgotten. */
  #arm(): void {
    const [row] = this.#sql.exec('SELECT MIN(forget_at) AS moment FROM sessions').toArray();
    const moment = row?.['moment'];
    if (typeof moment === 'number') void this.ctx.storage.setAlarm(moment);
  }

  #account(): AccountCopy | null {
    return firstRow(
      this.#sql.exec<Columns<AccountCopy>>(
        'SELECT username, role, status, auth_version AS authVersion FROM account',
      ),
    );
  }

  #hold(): StoredHold | null {
    const row = firstRow(
      this.#sql.exec<Columns<Omit<StoredHold, 'dropSessions'>> & { dropSessions: number }>(
        `SELECT change_id AS changeId, auth_version AS authVersion, drop_sessions AS dropSessions,
                expires_at AS expiresAt FROM hold`,
      ),
    );
    return row === null ? null : { ...row, dropSessions: row.dropSessions === 1 };
  }

  #findSession(tokenHash: string): StoredSession | null {
    return firstRow(
      this.#sql.exec<Columns<StoredSession>>(
        `SELECT session_id AS sessionId, kind, expires_at AS expiresAt, forget_at AS forgetAt
         FROM sessions WHERE token_hash = ?`,
        tokenHash,
      ),
    );
  }
}
