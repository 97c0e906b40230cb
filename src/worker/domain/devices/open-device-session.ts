/**
 * Device sessions: password → identity and session (device-login); identity and nonce → session (bootstrap).
 *
 * - An identity token only opens sessions: the API refuses it.
 * - A nonce counts once, for the first request that records it, whatever its outcome.
 * - A session opens in the batch that finds identity and account unchanged; it never outlives its identity.
 * - D1's batch precedes the object, so D1 knows each session at least as long. Its event repairs a broken opening.
 * - A token is handed out only if D1 still knows the session: an identity ended in between could not close it.
 * - Evicted sessions and a replaced identity end only after admission.
 */

import { issueCredential } from '../../lib/credential.ts';
import type { DevicePlatform } from '../actor.ts';
import { formatSubject } from '../sessions/device-subject.ts';
import { openSession, type OpenServices, type SessionOwner } from '../sessions/open-session.ts';
import type { DeviceOpening } from '../sessions/replace-device-sessions.ts';

export interface Identity {
  readonly platform: DevicePlatform;
  readonly expiresAt: number;
}

export interface OpenedDeviceSession {
  readonly token: string;
  readonly expiresAt: number;
  readonly identityId: number;
}

/** Null when account or identity changed since they were read. */
export async function openDeviceSession(
  services: OpenServices,
  owner: SessionOwner,
  { platform, expiresAt: identityExpiresAt }: Identity,
  device: DeviceOpening,
): Promise<OpenedDeviceSession | null> {
  const { config, clock, keys } = services;
  const subject = formatSubject({ userId: owner.id, platform });
  const token = await issueCredential(keys, 'device_session', subject);
  const expiresAt = Math.min(clock.now() + config.DEVICE_SESSION_TTL_MS, identityExpiresAt);
  const opened = await openSession(services, owner, {
    kind: 'device',
    token,
    csrf: null,
    userAgent: null,
    expiresAt,
    device,
  });
  const identityId = opened?.identityId ?? null;
  return identityId === null ? null : { token, expiresAt, identityId };
}
