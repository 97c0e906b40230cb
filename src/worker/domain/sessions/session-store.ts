import type { Role, SessionKind, UserStatus } from '../actor.ts';

/**
 * Sessions of one user and a copy of the account, in one object per user.
 *
 * - `auth_version` rises in D1 with every change of role, status, password or deletion state. The object takes no copy
 *   or session of a lower version.
 * - Before such a change commits, the object freezes the account and admits nobody until `apply` or `unfreeze`. After
 *   an expired freeze the copy is `unsure`: the caller raises the version in D1, which blocks the late commit.
 * - A session is live when object and D1 both know it; `reconcile` ends the others.
 */
export interface SessionStore {
  /** Also checks the CSRF token and renews its record; leases a part slot on request. */
  authenticate(userId: number, request: AuthenticationRequest): Promise<Authentication>;
  /** Of all sessions, also of those that have ended. */
  listUses(userId: number): Promise<readonly SessionUse[]>;
  releaseSlot(userId: number, slotId: string): Promise<void>;
  open(
    userId: number,
    session: SessionRecord,
    copy: AccountCopy,
    evictedIds: readonly string[],
  ): Promise<'stale' | Admittance>;
  /** Never shortens. Returns false for a session that is not live. */
  renew(userId: number, sessionId: string, term: SessionTerm): Promise<boolean>;
  /** Returns whether all were known. */
  close(userId: number, sessionIds: readonly string[]): Promise<boolean>;
  /** After `ttlMs` without `apply` or `unfreeze` the account is `unsure`. */
  freeze(userId: number, freeze: AccountFreeze, ttlMs: number): Promise<Admittance>;
  /** For an uncommitted change. */
  unfreeze(userId: number, changeId: string): Promise<void>;
  /** `committed` tells whether D1's copy may include the change in progress. */
  apply(userId: number, copy: AccountCopy, committed: boolean): Promise<void>;
  /** Ends sessions created before `createdBefore` that D1 does not know; returns the remaining ids. */
  reconcile(
    userId: number,
    copy: AccountCopy,
    known: readonly string[],
    createdBefore: number,
  ): Promise<{ admittance: Admittance; sessionIds: readonly string[] }>;
  forget(userId: number): Promise<void>;
}

export interface AccountCopy {
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly authVersion: number;
}

export interface SessionTerm {
  readonly expiresAt: number;
  /** Until then an expired session is told apart from an unknown one. */
  readonly forgetAt: number;
}

export interface SessionRecord extends SessionTerm, Pick<SessionUse, 'sessionId' | 'userAgent'> {
  readonly kind: SessionKind;
  readonly tokenHash: string;
  /** `tokenHash` is a SHA-256, `expiresAt` the record's end; null for a device. */
  readonly csrf: { readonly tokenHash: string; readonly expiresAt: number } | null;
  readonly createdAt: number;
}

export interface SessionUse {
  readonly sessionId: string;
  /** Cut by the caller; null for a device and for browsers that name none. */
  readonly userAgent: string | null;
  /** Up to an hour late; null for a session of an earlier version that has not been used since. */
  readonly lastUsedAt: number | null;
}

export interface AccountFreeze {
  readonly changeId: string;
  /** Before the change. */
  readonly authVersion: number;
  readonly dropSessions: boolean;
}

/** `unsure`: the freeze of this version expired; `resolveChange` decides. */
export type Admittance = 'admitted' | 'frozen' | { readonly unsure: number };

/** `none` when not required; otherwise the token's hash, if it is valid. */
export type CsrfCheck =
  | 'none'
  | 'invalid'
  | { readonly check: string }
  | { readonly record: string };

export interface AuthenticationRequest {
  readonly tokenHash: string;
  readonly csrf: CsrfCheck;
  readonly csrfTtlMs: number;
  readonly slot: { readonly limit: number; readonly ttlMs: number } | null;
}

export type SessionRefusal =
  | 'unknown'
  | 'expired'
  | 'suspended'
  | 'frozen'
  | 'csrf_invalid'
  | 'no_slot';

export type Authentication =
  | {
      readonly outcome: 'granted';
      readonly sessionId: string;
      readonly kind: SessionKind;
      readonly account: AccountCopy;
      readonly slotId: string | null;
      /** The first request of the user's day (UTC), whatever admits it; a day that has seen a sign-in has none. */
      readonly isFirstToday: boolean;
    }
  | { readonly outcome: SessionRefusal }
  | { readonly outcome: 'unsure'; readonly frozenVersion: number };
