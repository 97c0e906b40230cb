import type { ApiKeyStore } from '../../domain/sessions/api-key-store.ts';
import type { SessionStore } from '../../domain/sessions/session-store.ts';
import type { Clock } from '../../../shared/clock.ts';
import { callObject } from '../call-object.ts';
import type { UserSessions } from './object.ts';

export function createSessionStore(
  namespace: DurableObjectNamespace<UserSessions>,
  clock: Clock,
): SessionStore {
  const objectOf = nameObjects(namespace);
  return {
    authenticate: (userId, request) =>
      callObject(async () => objectOf(userId).authenticate(request, clock.now())),
    listUses: (userId) => callObject(async () => objectOf(userId).listUses()),
    releaseSlot: (userId, slotId) => callObject(async () => objectOf(userId).releaseSlot(slotId)),
    open: (userId, session, copy, evictedIds) =>
      callObject(async () => objectOf(userId).open(session, copy, clock.now(), evictedIds)),
    renew: (userId, sessionId, term) =>
      callObject(async () => objectOf(userId).renew(sessionId, term, clock.now())),
    close: (userId, sessionIds) => callObject(async () => objectOf(userId).close(sessionIds)),
    freeze: (userId, freeze, ttlMs) =>
      callObject(async () => objectOf(userId).freeze(freeze, ttlMs, clock.now())),
    unfreeze: (userId, changeId) => callObject(async () => objectOf(userId).unfreeze(changeId)),
    apply: (userId, copy, committed) =>
      callObject(async () => objectOf(userId).apply(copy, committed)),
    reconcile: (userId, copy, known, createdBefore) =>
      callObject(async () => objectOf(userId).reconcile(copy, known, createdBefore, clock.now())),
    forget: (userId) => callObject(async () => objectOf(userId).forget()),
  };
}

export function createApiKeyStore(
  namespace: DurableObjectNamespace<UserSessions>,
  clock: Clock,
): ApiKeyStore {
  const objectOf = nameObjects(namespace);
  return {
    authenticateApiKey: (userId, request) =>
      callObject(async () => objectOf(userId).authenticateApiKey(request, clock.now())),
    createApiKey: (userId, sessionId, key, limit) =>
      callObject(async () => objectOf(userId).createApiKey(sessionId, key, limit, clock.now())),
    findApiKeyHash: (userId, keyId) =>
      callObject(async () => objectOf(userId).findApiKeyHash(keyId, clock.now())),
    listApiKeys: (userId) => callObject(async () => objectOf(userId).listApiKeys()),
    rotateApiKey: (userId, sessionId, keyId, secret) =>
      callObject(async () => objectOf(userId).rotateApiKey(sessionId, keyId, secret, clock.now())),
    withdrawApiKey: (userId, keyId) =>
      callObject(async () => objectOf(userId).withdrawApiKey(keyId)),
  };
}

function nameObjects(namespace: DurableObjectNamespace<UserSessions>) {
  return (userId: number) => namespace.getByName(`user:${String(userId)}`);
}
