import { DurableObject } from 'cloudflare:workers';
import { systemClock, type Clock } from '../../../shared/clock.ts';
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
import { deleteStorage, isUnused, ObjectDatabase } from '../object-database.ts';
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
  selectSession,
  selectSessionIds,
  selectSessionUses,
  toFreeze,
} from './session-rows.ts';
import { isStorageOver, keepStorage } from './unused-storage.ts';

/**
 * Rules: SessionStore and ApiKeyStore. Every method is synchronous and atomic, but for the deletion of the storage.
 *
 * Nobody's object stores tables: credentials can be made up for any user. Only a copy of an account and its freeze create
 * storage, which ends by unused-storage.ts.
 */
export class UserSessions extends DurableObject {
  clock: Clock = systemClock;
  #opened: ObjectDatabase | undefined;
  readonly #keyWindows: KeyWindows = new Map();

  /** Creates the tables. */
  #open(): ObjectDatabase {
    if (this.#opened === undefined) {
      const db = new ObjectDatabase(this.ctx.storage, SESSION_MIGRATIONS);
      db.migrate();
      this.#opened = db;
    }
    return this.#opened;
  }

  /** Null without storage. */
  #find(): ObjectDatabase | null {
    return this.#opened === undefined && isUnused(this.ctx.storage) ? null : this.#open();
  }

  authenticate(request: AuthenticationRequest, nowMs: number): Authentication {
    const db = this.#find();
    const session = db?.run(selectSession({ tokenHash: request.tokenHash })) ?? null;
    if (db === null || session === null) return { outcome: 'unknown' };
    const { sessionId, kind, username, role, status, authVersion } = session;
    const account = { username, role, status, authVersion };
    const refusal = refuseRequest(session, account, toFreeze(session), nowMs);
    if (refusal !== null) return refusal;

    const csrf = passCsrf(db, sessionId, request, nowMs);
    if (csrf !== null) return { outcome: csrf };
    const slotId = request.slot === null ? null : takeSlot(db, request.slot, nowMs);
    if (request.slot !== null && slotId === null) return { outcome: 'no_slot' };
    if (mustRecordUse(session.lastUsedAt, nowMs)) {
      db.run(recordSessionUse({ sessionId, now: nowMs }));
    }
    const isFirstToday = recordVisit(db, session.seenAt, nowMs);
    return { outcome: 'granted', sessionId, kind, account, slotId, isFirstToday };
  }

  listUses(): SessionUse[] {
    return this.#find()?.run(selectSessionUses()) ?? [];
  }

  authenticateApiKey(request: ApiKeyRequest, nowMs: number): ApiKeyAuthentication {
    const db = this.#find();
    if (db === null) return { outcome: 'unknown' };
    return authenticateKey(db, this.#keyWindows, request, nowMs);
  }

  createApiKey(sessionId: string, key: ApiKeyRecord, limit: number, nowMs: number) {
    const db = this.#find();
    return db === null ? UNKNOWN_SESSION : createKey(db, sessionId, key, limit, nowMs);
  }

  findApiKeyHash(keyId: string, nowMs: number): string | null {
    return this.#find()?.run(selectKeyHash({ keyId, now: nowMs }))?.tokenHash ?? null;
  }

  listApiKeys(): ListedApiKey[] {
    return this.#find()?.run(selectKeys()) ?? [];
  }

  rotateApiKey(sessionId: string, keyId: string, secret: ApiKeySecret, nowMs: number) {
    const db = this.#find();
    return db === null ? UNKNOWN_SESSION : rotateKey(db, sessionId, keyId, secret, nowMs);
  }

  withdrawApiKey(keyId: string): boolean {
    this.#keyWindows.delete(keyId);
    const db = this.#find();
    if (db === null || db.run(deleteKey({ keyId })) === 0) return false;
    keepStorage(this.ctx.storage, db, this.clock.now());
    return true;
  }

  releaseSlot(slotId: string): void {
    this.#find()?.run(deleteSlot({ slotId }));
  }

  open(
    { csrf, ...session }: SessionRecord,
    copy: AccountCopy,
    nowMs: number,
    evictedIds: readonly string[] = [],
  ): 'stale' | Admittance {
    const db = this.#open();
    const admittance = takeCopy(db, copy, true)
      ? judgeFreeze(db.run(selectFreeze()), nowMs)
      : 'stale';
    if (admittance === 'admitted') {
      const { authVersion } = copy;
      db.run(deleteSessionRows({ sessionIds: evictedIds }));
      db.run(insertSessionRow({ ...session, authVersion, lastUsedAt: session.createdAt }));
      db.run(saveVisit({ now: session.createdAt }));
      if (csrf !== null) recordCsrf(db, { sessionId: session.sessionId, ...csrf }, nowMs);
    }
    keepStorage(this.ctx.storage, db, this.clock.now());
    return admittance;
  }

  renew(sessionId: string, { expiresAt, forgetAt }: SessionTerm, nowMs: number): boolean {
    const term = { sessionId, expiresAt, forgetAt, now: nowMs };
    return (this.#find()?.run(extendSessionRow(term)) ?? 0) > 0;
  }

  close(sessionIds: readonly string[]): boolean {
    const db = this.#find();
    const known = sessionIds.filter(
      (sessionId) => db !== null && db.run(deleteSessionRow({ sessionId })) > 0,
    );
    return known.length === sessionIds.length;
  }

  freeze(freeze: AccountFreeze, ttlMs: number, nowMs: number): Admittance {
    const db = this.#open();
    const current = db.run(selectFreeze());
    // A repetition of the same change, whose first answer was lost.
    const admittance =
      current?.changeId === freeze.changeId ? 'admitted' : judgeFreeze(current, nowMs);
    if (admittance === 'admitted') {
      db.run(saveFreeze({ ...freeze, expiresAt: nowMs + ttlMs }));
      keepStorage(this.ctx.storage, db, this.clock.now());
    }
    return admittance;
  }

  unfreeze(changeId: string): void {
    this.#find()?.run(deleteFreeze({ changeId }));
  }

  apply(copy: AccountCopy, committed: boolean): void {
    const db = this.#open();
    takeCopy(db, copy, committed);
    keepStorage(this.ctx.storage, db, this.clock.now());
  }

  reconcile(
    copy: AccountCopy,
    known: readonly string[],
    createdBefore: number,
    nowMs: number,
  ): { admittance: Admittance; sessionIds: string[] } {
    const db = this.#open();
    takeCopy(db, copy, true);
    db.run(deleteUnknownSessions({ known, createdBefore, now: nowMs }));
    keepStorage(this.ctx.storage, db, this.clock.now());
    return {
      admittance: judgeFreeze(db.run(selectFreeze()), nowMs),
      sessionIds: db.run(selectSessionIds()).map(({ sessionId }) => sessionId),
    };
  }

  async forget(): Promise<void> {
    if (this.#find() !== null) await this.#deleteStorage();
  }

  override async alarm(): Promise<void> {
    const db = this.#find();
    if (db === null) return;
    const now = this.clock.now();
    db.run(deleteForgottenSessions({ now }));
    db.run(deleteExpiredSlots({ now }));
    if (isStorageOver(this.ctx.storage, db, now)) await this.#deleteStorage();
  }

  /** The next call that needs tables creates them again. */
  async #deleteStorage(): Promise<void> {
    this.#opened = undefined;
    this.#keyWindows.clear();
    await deleteStorage(this.ctx);
  }
}

const UNKNOWN_SESSION = { outcome: 'refused', refusal: 'unknown' } as const;
