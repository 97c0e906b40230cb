import type { SessionKind } from '../../domain/actor.ts';
import type {
  AccountCopy,
  AccountHold,
  Admittance,
  Refusal,
} from '../../domain/sessions/session-store.ts';

export interface StoredHold extends AccountHold {
  readonly expiresAt: number;
}

export interface StoredSession {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly expiresAt: number;
  readonly forgetAt: number;
}

/** Whether a held account can be judged at all. */
export const admit = (hold: StoredHold | null, nowMs: number): Admittance => {
  if (hold === null) return 'admitted';
  return nowMs < hold.expiresAt ? 'locked' : { unsure: hold.authVersion };
};

/** Why a session gives no access; null when it does. An account about to be erased has no sessions any more. */
export const refuseSession = (
  session: StoredSession | null,
  account: AccountCopy | null,
  nowMs: number,
): Refusal | null => {
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
};

/** What taking a copy changes: nothing for an older one; a newer one also decides the change that was held. */
export const judgeCopy = (
  copy: AccountCopy,
  current: AccountCopy | null,
  hold: StoredHold | null,
): { take: boolean; endsHold: boolean } => ({
  take: current === null || copy.authVersion >= current.authVersion,
  endsHold: hold !== null && copy.authVersion > hold.authVersion,
});
