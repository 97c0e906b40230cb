import type { SessionStore } from '../../domain/sessions/session-store.ts';
import type { Clock } from '../../../shared/clock.ts';
import { callObject } from '../call-object.ts';
import type { UserSessions } from './object.ts';

export function createSessionStore(
  namespace: DurableObjectNamespace<UserSessions>,
  clock: Clock,
): SessionStore {
  const objectOf = (userId: number) => namespace.getByName(`user:${String(userId)}`);
  return {
    authenticate: (userId, request) =>
      callObject(async () => objectOf(userId).authenticate(request, clock.now())),
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
