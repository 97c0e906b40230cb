import { DAY_MS, HOUR_MS } from '../../../shared/clock.ts';
import type {
  AccountCopy,
  AccountFreeze,
  Admittance,
  Authentication,
  SessionRefusal,
  SessionRecord,
} from '../../domain/sessions/session-store.ts';

export interface StoredFreeze extends AccountFreeze {
  readonly expiresAt: number;
}

export type FreezeTerm = Pick<StoredFreeze, 'authVersion' | 'expiresAt'>;

type SessionLife = Pick<SessionRecord, 'expiresAt' | 'forgetAt'>;

export function judgeFreeze(freeze: FreezeTerm | null, nowMs: number): Admittance {
  if (freeze === null) return 'admitted';
  return nowMs < freeze.expiresAt ? 'frozen' : { unsure: freeze.authVersion };
}

/** A row a request would cost more than an hour's precision is worth. */
export function mustRecordUse(lastUsedAt: number | null, nowMs: number): boolean {
  return lastUsedAt === null || nowMs - lastUsedAt >= HOUR_MS;
}

/** By UTC. */
export function isLaterDay(seenAt: number | null, nowMs: number): boolean {
  return seenAt === null || Math.floor(nowMs / DAY_MS) > Math.floor(seenAt / DAY_MS);
}

/** Reasons that the change in progress cannot alter come first. */
export function refuseRequest(
  session: SessionLife,
  account: AccountCopy,
  freeze: FreezeTerm | null,
  nowMs: number,
): Exclude<Authentication, { outcome: 'granted' }> | null {
  const refusal = refuseSession(session, account, nowMs);
  if (refusal === 'unknown' || refusal === 'expired') return { outcome: refusal };
  const admittance = judgeFreeze(freeze, nowMs);
  if (admittance === 'frozen') return { outcome: 'frozen' };
  if (admittance !== 'admitted') return { outcome: 'unsure', frozenVersion: admittance.unsure };
  return refusal === null ? null : { outcome: refusal };
}

/** An account about to be erased has no sessions. */
export function refuseSession(
  session: SessionLife | null,
  account: AccountCopy | null,
  nowMs: number,
): SessionRefusal | null {
  if (session === null || account === null || nowMs >= session.forgetAt) return 'unknown';
  if (nowMs >= session.expiresAt) return 'expired';
  switch (account.status) {
    case 'active':
    case 'pending_deletion':
      return null;
    case 'suspended':
      return 'suspended';
    case 'deleting':
      return 'unknown';
  }
}

/** An older copy changes nothing; a newer one also decides the change in progress. */
export function judgeCopy(
  copy: AccountCopy,
  current: AccountCopy | null,
  freeze: StoredFreeze | null,
): { take: boolean; endsFreeze: boolean } {
  return {
    take: current === null || copy.authVersion >= current.authVersion,
    endsFreeze: freeze !== null && copy.authVersion > freeze.authVersion,
  };
}
