import type { UserRow } from '../db/schema/accounts.ts';

export type Role = UserRow['role'];
export type UserStatus = UserRow['status'];

/** Who makes a request, as the session says. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly sessionId: string;
  readonly kind: 'web' | 'device';
}
