/**
 * How a device gets sessions.
 *
 *   password → identity and session (device-login);   identity and a fresh nonce → session (bootstrap)
 *
 * - An identity token opens sessions and nothing else: the API refuses it (see authenticate.ts).
 * - A nonce counts once: whichever request records it first goes on, and no other, whatever becomes of that one.
 * - A session opens in the batch that finds its identity and its account as they were read. So an identity that has
 *   ended or expired, and an account that was suspended or got another password, open nothing; nor does a session
 *   outlive its identity.
 * - A session's token is handed out only when D1 still knows the session after the user's object does: what has ended
 *   the identity in between could not close a session that was not open yet.
 * - Nothing ends for a session that is not admitted: the sessions that give way, and the identity whose place another
 *   takes, end in the batch that finds the session in D1 once it is open.
 * - D1 knows every session that an object lets in, and for as long: the batch comes before the object, at the opening
 *   and at each renewal. An opening that stops in between is mended by the batch's event; a renewal that does leaves
 *   D1 the longer term, never the object.
 */

import { issueCredential } from '../../lib/credential.ts';
import type { DevicePlatform } from '../actor.ts';
import { formatSubject } from '../sessions/device-subject.ts';
import { openSession, type OpenServices, type SessionOwner } from '../sessions/open-session.ts';
import type { DeviceOpening } from '../sessions/settle-device-session.ts';

/** What a device's session takes from its identity. */
export interface Identity {
  readonly platform: DevicePlatform;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export interface OpenedDeviceSession {
  readonly token: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly identityId: number;
}

/**
 * Opens a session of a device. Returns null when the account or the identity has changed since they were read: they
 * must be read again.
 * @throws {GuardError} from guards among the statements.
 */
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
    expiresAt,
    device,
  });
  const identityId = opened?.identityId ?? null;
  return identityId === null ? null : { token, expiresAt, identityId };
}
