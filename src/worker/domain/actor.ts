import type { DevicePlatform, Role, SessionKind, UserStatus } from '../db/schema/accounts.ts';

export type { DevicePlatform, Role, SessionKind, UserStatus };

interface ActingAccount {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
}

export interface WebActor extends ActingAccount {
  readonly kind: 'web';
  readonly sessionId: string;
}

export interface DeviceActor extends ActingAccount {
  readonly kind: 'device';
  readonly sessionId: string;
}

export type Actor = WebActor | DeviceActor;
