import type { Role, SessionKind, UserStatus } from '../actor.ts';

/**
 * Each user has one object. It holds the user's sessions and a copy of what authentication needs of the account.
 *
 * Invariants:
 * - `auth_version` rises in D1 with every change of role, status, password or deletion state. The object never takes
 *   a copy or a session made with a lower version than it has seen.
 * - Before such a change is committed, the object holds the account: nobody is let in until the outcome has arrived
 *   (`apply`) or the hold was released (`release`). A hold that expired makes the copy doubtful (`unsure`): the caller
 *   settles it from D1, where raising the version keeps the late change from ever being committed.
 * - A session is live when both the object and D1 know it; `reconcile` ends what only one of them knows.
 */
export interface SessionStore {
  /** Checks a session and, in the same call, its CSRF token; renews the token's record; leases a part slot if asked. */
  authenticate(userId: number, request: AuthenticationRequest): Promise<Authentication>;
  /** Releases a part slot; one that has expired is no error. */
  releaseSlot(userId: number, slotId: string): Promise<void>;
  /** Adds a session to an account as it was when its password was checked, and ends those that give way to it. */
  open(
    userId: number,
    session: SessionRecord,
    copy: AccountCopy,
    evictedIds: readonly string[],
  ): Promise<'stale' | Admittance>;
  /** Makes a session live longer, never shorter. Returns false when it is not live any more. */
  renew(userId: number, sessionId: string, term: SessionTerm): Promise<boolean>;
  /** Ends sessions; those that are unknown are no error. Returns whether all were known. */
  close(userId: number, sessionIds: readonly string[]): Promise<boolean>;
  /** Holds the account until the change is applied or released; after `ttlMs` the account is `unsure`. */
  hold(userId: number, hold: AccountHold, ttlMs: number): Promise<Admittance>;
  /** Releases the hold of a change that was not committed. */
  release(userId: number, changeId: string): Promise<void>;
  /** Takes the account as D1 has it; `committed` says whether the held change may be part of it. */
  apply(userId: number, copy: AccountCopy, committed: boolean): Promise<void>;
  /**
   * Takes the account as D1 has it and ends the sessions created before `settledBefore` that D1 does not know.
   * @returns the ids of the sessions that remain.
   */
  reconcile(
    userId: number,
    copy: AccountCopy,
    known: readonly string[],
    settledBefore: number,
  ): Promise<{ admittance: Admittance; sessionIds: readonly string[] }>;
  /** Deletes everything: the account is gone. */
  forget(userId: number): Promise<void>;
}

export interface AccountCopy {
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly authVersion: number;
}

/** Until when a session lives, in milliseconds. */
export interface SessionTerm {
  readonly expiresAt: number;
  /** Until then an expired session is still known, and told from one that never was. */
  readonly forgetAt: number;
}

/** A session as it is opened. */
export interface SessionRecord extends SessionTerm {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly tokenHash: string;
  /** SHA-256 of the CSRF token and the moment until which its record is valid; null for a device. */
  readonly csrf: { readonly tokenHash: string; readonly expiresAt: number } | null;
  readonly createdAt: number;
}

export interface AccountHold {
  readonly changeId: string;
  /** The version that the change starts from. */
  readonly authVersion: number;
  readonly dropSessions: boolean;
}

/** `locked`: a change is under way. `unsure`: a hold from this version has expired, and the account must be settled. */
export type Admittance = 'admitted' | 'locked' | { readonly unsure: number };

/**
 * What a request shows against forgery: `none` is asked for, the token is `invalid`, or there is one to check or to
 * record, by its hash.
 */
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
  | 'locked'
  | 'csrf_invalid'
  | 'no_slot';

export type Authentication =
  | {
      readonly outcome: 'granted';
      readonly sessionId: string;
      readonly kind: SessionKind;
      readonly account: AccountCopy;
      readonly slotId: string | null;
    }
  | { readonly outcome: SessionRefusal }
  | { readonly outcome: 'unsure'; readonly heldVersion: number };
