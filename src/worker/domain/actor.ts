import type { DevicePlatform, Role, SessionKind, UserStatus } from '../db/schema/accounts.ts';

export type { DevicePlatform, Role, SessionKind, UserStatus };

/** Who makes a request, as the session says. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly sessionId: string;
  readonly kind: SessionKind;
}
