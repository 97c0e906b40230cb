import type {
  AccountCopy,
  AccountHold,
  Admittance,
  Authentication,
  SessionRefusal,
  SessionRecord,
} from '../../domain/sessions/session-store.ts';

export interface StoredHold extends AccountHold {
  readonly expiresAt: number;
}

export type HoldTerm = Pick<StoredHold, 'authVersion' | 'expiresAt'>;

type SessionLife = Pick<SessionRecord, 'expiresAt' | 'forgetAt'>;

export function judgeHold(hold: HoldTerm | null, nowMs: number): Admittance {
  if (hold === null) return 'admitted';
  return nowMs < hold.expiresAt ? 'locked' : { unsure: hold.authVersion };
}

/** Reasons that the change in progress cannot alter come first. */
export function refuseRequest(
  session: SessionLife,
  account: AccountCopy,
  hold: HoldTerm | null,
  nowMs: number,
): Exclude<Authentication, { outcome: 'granted' }> | null {
  const refusal = refuseSession(session, account, nowMs);
  if (refusal === 'unknown' || refusal === 'expired') return { outcome: refusal };
  const admittance = judgeHold(hold, nowMs);
  if (admittance === 'locked') return { outcome: 'locked' };
  if (admittance !== 'admitted') return { outcome: 'unsure', heldVersion: admittance.unsure };
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

/** An older copy changes nothing; a newer one also decides the held change. */
export function judgeCopy(
  copy: AccountCopy,
  current: AccountCopy | null,
  hold: StoredHold | null,
): { take: boolean; endsHold: boolean } {
  return {
    take: current === null || copy.authVersion >= current.authVersion,
    endsHold: hold !== null && copy.authVersion > hold.authVersion,
  };
}
