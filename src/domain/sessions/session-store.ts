import type { Role, SessionKind, UserStatus } from '../actor.ts';

/**
 * One object a user holds the user's sessions and a copy of what authentication needs of the account.
 *
 * Invariants:
 * - `auth_version` rises in D1 with every change of role, status, password or deletion state. The object never takes
 *   a copy or a session made with a lower version than it has seen.
 * - Before such a change is committed the object holds the account: nobody is let in until the outcome has arrived
 *   (`apply`) or the hold was given back (`release`). A hold that ran out makes the copy doubtful (`unsure`): the
 *   caller settles it from D1, where raising the version keeps the late change from ever being committed.
 * - A session is live when both the object and D1 know it; `reconcile` ends what only one of them knows.
 */
export interface SessionStore {
  /** Checks a session and, in the same call, its CSRF token; renews that record; takes a part slot if asked to. */
  authenticate(userId: number, request: AuthenticationRequest): Promise<Authentication>;
  /** Gives a part slot back; one that ran out is no error. */
  releaseSlot(userId: number, slotId: string): Promise<void>;
  /** Adds a session to an account as it was when its password was checked. */
  open(userId: number, session: NewSession, copy: AccountCopy): Promise<'stale' | Admittance>;
  close(userId: number, sessionId: string): Promise<void>;
  /** Locks the account until the change is applied, given back or `ttlMs` have passed. */
  hold(userId: number, hold: AccountHold, ttlMs: number): Promise<Admittance>;
  /** Ends a hold whose change was not committed. */
  release(userId: number, changeId: string): Promise<void>;
  /** Takes the account as D1 has it; `committed` says whether a held change may be part of it. */
  apply(userId: number, copy: AccountCopy, committed: boolean): Promise<void>;
  /**
   * Takes the account as D1 has it and ends the sessions created before `settledBefore` that D1 does not know.
   * Gives the ids of the sessions that remain.
   */
  reconcile(
    userId: number,
    copy: AccountCopy,
    known: readonly string[],
    settledBefore: number,
  ): Promise<{ admittance: Admittance; sessionIds: readonly string[] }>;
  /** Drops everything: the account is no more. */
  forget(userId: number): Promise<void>;
}

export interface AccountCopy {
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly authVersion: number;
}

export interface NewSession {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly tokenHash: string;
  /** SHA-256 of the CSRF token and the moment until which its record is valid; null for a device. */
  readonly csrf: { readonly tokenHash: string; readonly expiresAt: number } | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Until then an expired session is told from one that never was. */
  readonly forgetAt: number;
}

export interface AccountHold {
  readonly changeId: string;
  /** The version that the change starts from. */
  readonly authVersion: number;
  readonly dropSessions: boolean;
}

/** `locked`: a change is under way. `unsure`: a hold from `heldVersion` ran out, the account must be settled. */
export type Admittance = 'admitted' | 'locked' | { readonly unsure: number };

/** What a request shows against forgery: nothing is asked, it shows none or a bad one, one to check, one to record. */
export type CsrfDemand =
  | 'none'
  | 'missing'
  | 'invalid'
  | { readonly check: string }
  | { readonly record: string };

export interface AuthenticationRequest {
  readonly tokenHash: string;
  readonly csrf: CsrfDemand;
  readonly csrfTtlMs: number;
  readonly slot: { readonly limit: number; readonly ttlMs: number } | null;
}

export type Refusal =
  | 'unknown'
  | 'expired'
  | 'suspended'
  | 'locked'
  | 'csrf_missing'
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
  | { readonly outcome: Refusal }
  | { readonly outcome: 'unsure'; readonly heldVersion: number };
