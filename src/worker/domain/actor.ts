import type { DevicePlatform, Role, SessionKind, UserStatus } from '../db/schema/accounts.ts';
import type { Visibility } from '../db/schema/images.ts';
import type { ApiKeyScope } from '../db/schema/objects/sessions.ts';

export type { ApiKeyScope, DevicePlatform, Role, SessionKind, UserStatus };

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

export type SessionActor = WebActor | DeviceActor;

/** A program with an API key. It has no rights of an administrator, whoever made the key. */
export interface KeyActor extends ActingAccount {
  readonly kind: 'key';
  readonly role: 'user';
  readonly keyId: string;
  /** SHA-256 of the value that it presented: another one after a rotation. */
  readonly tokenHash: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Of its uploads, unless they say otherwise; null for the usual default. */
  readonly visibility: Visibility | null;
}

export type Actor = SessionActor | KeyActor;
