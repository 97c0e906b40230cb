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

/** Since which version and until when a hold stands. */
export type HoldTerm = Pick<StoredHold, 'authVersion' | 'expiresAt'>;

type SessionLife = Pick<SessionRecord, 'expiresAt' | 'forgetAt'>;

/** Says whether a hold keeps everybody out of an account, or has expired and leaves the account unsure. */
export function judgeHold(hold: HoldTerm | null, nowMs: number): Admittance {
  if (hold === null) return 'admitted';
  return nowMs < hold.expiresAt ? 'locked' : { unsure: hold.authVersion };
}

/**
 * Says why a request gets no access. What the change under way cannot alter comes first.
 * @returns null when it gets access.
 */
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

/**
 * Says why a session gets no access. An account about to be erased has no sessions any more.
 * @returns null when it gets access.
 */
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

/** Says what a copy changes: an older one nothing, a newer one also decides the change that was held. */
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
