import { DurableObject } from 'cloudflare:workers';
import type {
  ApiKeyAuthentication,
  ApiKeyRecord,
  ApiKeyRequest,
  ApiKeySecret,
  ListedApiKey,
} from '../../domain/sessions/api-key-store.ts';
import type {
  AccountCopy,
  AccountFreeze,
  Admittance,
  Authentication,
  AuthenticationRequest,
  SessionRecord,
  SessionTerm,
  SessionUse,
} from '../../domain/sessions/session-store.ts';
import { isUnused, ObjectDatabase } from '../object-database.ts';
import {
  deleteFreeze,
  recordVisit,
  saveFreeze,
  saveVisit,
  selectFreeze,
  takeCopy,
} from './account.ts';
import { deleteKey, selectKeyHash, selectKeys } from './api-key-rows.ts';
import { authenticateKey, createKey, rotateKey, type KeyWindows } from './api-keys.ts';
import { passCsrf, recordCsrf } from './csrf-records.ts';
import { judgeFreeze, mustRecordUse, refuseRequest } from './logic.ts';
import { SESSION_MIGRATIONS } from './migrations.ts';
import { deleteExpiredSlots, deleteSlot, takeSlot } from './part-slots.ts';
import {
  deleteForgottenSessions,
  deleteSessionRow,
  deleteSessionRows,
  deleteUnknownSessions,
  extendSessionRow,
  insertSessionRow,
  recordSessionUse,
  selectNextForgetting,
  selectSession,
  selectSessionIds,
  selectSessionUses,
  toFreeze,
} from './session-rows.ts';

/** Rules: SessionStore and ApiKeyStore. Every method is synchronous and atomic. */
export class UserSessions extends DurableObject {
  #opened: ObjectDatabase | undefined;
  readonly #keyWindows: KeyWindows = new Map();

  /** Opened when first needed: an API key can be made up for any user, and nobody's object must store tables. */
  get #db(): ObjectDatabase {
    if (this.#opened === undefined) {
      const db = new ObjectDatabase(this.ctx.storage, SESSION_MIGRATIONS);
      db.migrate();
      this.#opened = db;
    }
    return this.#opened;
  }

  authenticate(request: AuthenticationRequest, nowMs: number): Authentication {
    const session = this.#db.run(selectSession({ tokenHash: request.tokenHash }));
    if (session === null) return { outcome: 'unknown' };
    const { sessionId, kind, username, role, status, authVersion } = session;
    const account = { username, role, status, authVersion };
    const refusal = refuseRequest(session, account, toFreeze(session), nowMs);
    if (refusal !== null) return refusal;

    const csrf = passCsrf(this.#db, sessionId, request, nowMs);
    if (csrf !== null) return { outcome: csrf };
    const slotId = request.slot === null ? null : takeSlot(this.#db, request.slot, nowMs);
    if (request.slot !== null && slotId === null) return { outcome: 'no_slot' };
    if (mustRecordUse(session.lastUsedAt, nowMs)) {
      this.#db.run(recordSessionUse({ sessionId, now: nowMs }));
    }
    const isFirstToday = recordVisit(this.#db, session.seenAt, nowMs);
    return { outcome: 'granted', sessionId, kind, account, slotId, isFirstToday };
  }

  listUses(): SessionUse[] {
    return this.#db.run(selectSessionUses());
  }

  authenticateApiKey(request: ApiKeyRequest, nowMs: number): ApiKeyAuthentication {
    if (this.#opened === undefined && isUnused(this.ctx.storage)) return { outcome: 'unknown' };
    return authenticateKey(this.#db, this.#keyWindows, request, nowMs);
  }

  createApiKey(sessionId: string, key: ApiKeyRecord, limit: number, nowMs: number) {
    return createKey(this.#db, sessionId, key, limit, nowMs);
  }

  findApiKeyHash(keyId: string, nowMs: number): string | null {
    return this.#db.run(selectKeyHash({ keyId, now: nowMs }))?.tokenHash ?? null;
  }

  listApiKeys(): ListedApiKey[] {
    return this.#db.run(selectKeys());
  }

  rotateApiKey(sessionId: string, keyId: string, secret: ApiKeySecret, nowMs: number) {
    return rotateKey(this.#db, sessionId, keyId, secret, nowMs);
  }

  withdrawApiKey(keyId: string): boolean {
    this.#keyWindows.delete(keyId);
    return this.#db.run(deleteKey({ keyId })) > 0;
  }

  releaseSlot(slotId: string): void {
    this.#db.run(deleteSlot({ slotId }));
  }

  open(
    { csrf, ...session }: SessionRecord,
    copy: AccountCopy,
    nowMs: number,
    evictedIds: readonly string[] = [],
  ): 'stale' | Admittance {
    if (!takeCopy(this.#db, copy, true)) return 'stale';
    const admittance = this.#judgeFreeze(nowMs);
    if (admittance !== 'admitted') return admittance;
    const { authVersion } = copy;
    this.#db.run(deleteSessionRows({ sessionIds: evictedIds }));
    this.#db.run(insertSessionRow({ ...session, authVersion, lastUsedAt: session.createdAt }));
    this.#db.run(saveVisit({ now: session.createdAt }));
    if (csrf !== null) recordCsrf(this.#db, { sessionId: session.sessionId, ...csrf }, nowMs);
    this.#setAlarm();
    return 'admitted';
  }

  renew(sessionId: string, { expiresAt, forgetAt }: SessionTerm, nowMs: number): boolean {
    return this.#db.run(extendSessionRow({ sessionId, expiresAt, forgetAt, now: nowMs })) > 0;
  }

  close(sessionIds: readonly string[]): boolean {
    const known = sessionIds.filter(
      (sessionId) => this.#db.run(deleteSessionRow({ sessionId })) > 0,
    );
    return known.length === sessionIds.length;
  }

  freeze(freeze: AccountFreeze, ttlMs: number, nowMs: number): Admittance {
    const current = this.#db.run(selectFreeze());
    // A repetition of the same change, whose first answer was lost.
    const admittance =
      current?.changeId === freeze.changeId ? 'admitted' : judgeFreeze(current, nowMs);
    if (admittance === 'admitted')
      this.#db.run(saveFreeze({ ...freeze, expiresAt: nowMs + ttlMs }));
    return admittance;
  }

  unfreeze(changeId: string): void {
    this.#db.run(deleteFreeze({ changeId }));
  }

  apply(copy: AccountCopy, committed: boolean): void {
    takeCopy(this.#db, copy, committed);
  }

  reconcile(
    copy: AccountCopy,
    known: readonly string[],
    createdBefore: number,
    nowMs: number,
  ): { admittance: Admittance; sessionIds: string[] } {
    takeCopy(this.#db, copy, true);
    this.#db.run(deleteUnknownSessions({ known, createdBefore, now: nowMs }));
    const rows = this.#db.run(selectSessionIds());
    return {
      admittance: this.#judgeFreeze(nowMs),
      sessionIds: rows.map(({ sessionId }) => sessionId),
    };
  }

  async forget(): Promise<void> {
    await this.#db.clear();
  }

  override alarm(): void {
    const now = Date.now();
    this.#db.run(deleteForgottenSessions({ now }));
    this.#db.run(deleteExpiredSlots({ now }));
    this.#setAlarm();
  }

  #judgeFreeze(nowMs: number): Admittance {
    return judgeFreeze(this.#db.run(selectFreeze()), nowMs);
  }

  #setAlarm(): void {
    const { moment } = this.#db.run(selectNextForgetting());
    if (moment !== null) void this.ctx.storage.setAlarm(moment);
  }
}
