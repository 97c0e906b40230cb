import type {
  ApiKeyAuthentication,
  ApiKeyChange,
  ApiKeyRecord,
  ApiKeyRequest,
  ApiKeySecret,
} from '../../domain/sessions/api-key-store.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { takeEntry, type SlidingWindow } from '../rate-limiter/logic.ts';
import {
  insertKey,
  recordUse,
  replaceSecret,
  selectKey,
  selectPresentedKey,
} from './api-key-rows.ts';
import { mustRecordUse, refuseRequest } from './logic.ts';
import { recordVisit } from './account.ts';
import { takeSlot } from './part-slots.ts';
import { selectSessionById, toFreeze } from './session-rows.ts';

/** Requests of the last minute by key. In memory: a row a request would cost more than a lost window. */
export type KeyWindows = Map<string, SlidingWindow>;

const MINUTE_MS = 60_000;

/** What the key may never do is refused before its limit counts the request. */
export function authenticateKey(
  db: ObjectDatabase,
  windows: KeyWindows,
  request: ApiKeyRequest,
  nowMs: number,
): ApiKeyAuthentication {
  const found = db.run(selectPresentedKey({ tokenHash: request.tokenHash }));
  if (found === null) return { outcome: 'unknown' };
  const { keyId, scopes, visibility, username, role, status, authVersion } = found;
  const account = { username, role, status, authVersion };
  const life = { expiresAt: found.expiresAt ?? Infinity, forgetAt: Infinity };
  const refusal = refuseRequest(life, account, toFreeze(found), nowMs);
  if (refusal !== null) return refusal;
  const isInScope = scopes.includes(request.scope) && !(request.isOnlyScope && scopes.length > 1);
  if (!isInScope) return { outcome: 'scope_missing' };

  const { requestsPerMinute, lastUsedAt } = found;
  const retryAfterSeconds = countRequest(windows, keyId, requestsPerMinute, nowMs);
  if (retryAfterSeconds > 0) return { outcome: 'too_many_requests', retryAfterSeconds };
  const slotId = request.slot === null ? null : takeSlot(db, request.slot, nowMs);
  if (request.slot !== null && slotId === null) return { outcome: 'no_slot' };
  if (mustRecordUse(lastUsedAt, nowMs)) db.run(recordUse({ keyId, now: nowMs }));
  const isFirstToday = recordVisit(db, found.seenAt, nowMs);
  const key = { keyId, scopes, visibility };
  return { outcome: 'granted', key, account, slotId, isFirstToday };
}

export function createKey(
  db: ObjectDatabase,
  sessionId: string,
  key: ApiKeyRecord,
  limit: number,
  nowMs: number,
): ApiKeyChange | { outcome: 'limit_reached' } {
  const refused = refuseSession(db, sessionId, nowMs);
  if (refused !== null) return refused;
  db.run(insertKey({ ...key, limit }));
  const made = db.run(selectKey({ keyId: key.keyId }));
  return made === null ? { outcome: 'limit_reached' } : { outcome: 'done', key: made };
}

export function rotateKey(
  db: ObjectDatabase,
  sessionId: string,
  keyId: string,
  secret: ApiKeySecret,
  nowMs: number,
): ApiKeyChange | { outcome: 'key_unknown' } | { outcome: 'key_expired' } {
  const refused = refuseSession(db, sessionId, nowMs);
  if (refused !== null) return refused;
  const key = db.run(selectKey({ keyId }));
  if (key === null) return { outcome: 'key_unknown' };
  if (key.expiresAt !== null && nowMs >= key.expiresAt) return { outcome: 'key_expired' };
  db.run(replaceSecret({ keyId, ...secret }));
  return { outcome: 'done', key: { ...key, start: secret.start } };
}

/** The session may have ended since it was authenticated: its key would outlive it. */
function refuseSession(db: ObjectDatabase, sessionId: string, nowMs: number) {
  const session = db.run(selectSessionById({ sessionId }));
  if (session === null) return { outcome: 'refused', refusal: 'unknown' } as const;
  const { username, role, status, authVersion } = session;
  const account = { username, role, status, authVersion };
  const refusal = refuseRequest(session, account, toFreeze(session), nowMs);
  return refusal === null ? null : ({ outcome: 'refused', refusal: refusal.outcome } as const);
}

/** Seconds to wait; 0 when the request is admitted. */
function countRequest(
  windows: KeyWindows,
  keyId: string,
  limit: number | null,
  nowMs: number,
): number {
  if (limit === null) return 0;
  const rule = { limit, windowMs: MINUTE_MS };
  const { verdict, window } = takeEntry(windows.get(keyId) ?? [], rule, nowMs);
  if (!verdict.allowed) return verdict.retryAfterSeconds;
  windows.set(keyId, window);
  return 0;
}
