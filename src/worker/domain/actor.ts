import type { DevicePlatform, Role, SessionKind, UserStatus } from '../db/schema/accounts.ts';

export type { DevicePlatform, Role, SessionKind, UserStatus };

/** The account that makes a request, as the session knows it. */
interface ActingAccount {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
}

/** A session of a browser. */
export interface WebActor extends ActingAccount {
  readonly kind: 'web';
  readonly sessionId: string;
}

/** A session of a device. */
export interface DeviceActor extends ActingAccount {
  readonly kind: 'device';
  readonly sessionId: string;
}

/** Who makes a request, by the kind of the credential. */
export type Actor = WebActor | DeviceActor;
