import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { insertFrom, query } from '../../db/query.ts';
import { deviceIdentities, users, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Slots } from '../../db/statement.ts';
import { hashCredential, issueCredential } from '../../lib/credential.ts';
import { signIn, type Login, type LoginServices, type SignedIn } from '../accounts/login.ts';
import type { Account } from '../accounts/read-account.ts';
import type { DevicePlatform } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { checkClient, type Client } from '../sessions/check-client.ts';
import { formatSubject } from '../sessions/device-subject.ts';
import { openDeviceSession, type OpenedDeviceSession } from './open-device-session.ts';

export interface DeviceLogin extends Login {
  readonly client: Client;
  readonly device: Device;
}

export interface Device {
  /** What the device calls itself. */
  readonly deviceId: string;
  /** For people. */
  readonly name: string;
}

export interface DeviceSignIn extends OpenedDeviceSession {
  readonly identityToken: string;
  /** Milliseconds. */
  readonly identityExpiresAt: number;
}

/**
 * Checks a name and its password, within the limits of web logins, and gives a device an identity and its first
 * session. A device that has an identity gets another in its place, which ends its sessions.
 * @throws {DomainError} device_limit_reached, client_too_old, invalid_parameter, and as `signIn`.
 */
export async function deviceLogin(
  services: LoginServices,
  attempt: DeviceLogin,
): Promise<SignedIn<DeviceSignIn>> {
  const platform = checkClient(services, attempt.client);
  return signIn(services, attempt, (account) =>
    enrol(services, account, { ...attempt.device, platform }),
  );
}

/** Returns null when the account has changed, or when the same device has signed in elsewhere meanwhile. */
async function enrol(
  services: LoginServices,
  account: Account,
  { deviceId, name, platform }: Device & { readonly platform: DevicePlatform },
): Promise<DeviceSignIn | null> {
  const { config, clock, keys } = services;
  const { id: userId, authVersion } = account;
  const subject = formatSubject({ userId, platform });
  const identityToken = await issueCredential(keys, 'identity', subject);
  const tokenHash = await hashCredential(identityToken);
  const now = clock.now();
  const expiresAt = now + config.DEVICE_IDENTITY_TTL_MS;
  const identity = { tokenHash, platform, expiresAt };
  const row = { ...identity, userId, authVersion, deviceId, name, now };
  try {
    const session = await openDeviceSession(services, account, identity, {
      endings: [endSessionsOf({ userId, deviceId })],
      statements: [
        deleteIdentity({ userId, deviceId }),
        requireRoom({ userId, now, limit: config.DEVICE_IDENTITIES_PER_USER }),
        insertIdentity(row),
      ],
    });
    return session === null ? null : { ...session, identityToken, identityExpiresAt: expiresAt };
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NO_ROOM) throw error;
    throw new DomainError('device_limit_reached', { cause: error });
  }
}

const endSessionsOf = prepareAll(
  ({ userId, deviceId }: Slots<{ userId: number; deviceId: string }>) => {
    const identity = query
      .select({ id: deviceIdentities.id })
      .from(deviceIdentities)
      .where(and(eq(deviceIdentities.userId, userId), eq(deviceIdentities.deviceId, deviceId)));
    return query
      .delete(userSessions)
      .where(inArray(userSessions.identityId, identity))
      .returning({ sessionId: userSessions.sessionId, createdAt: userSessions.createdAt });
  },
);

const deleteIdentity = prepareWrite(
  ({ userId, deviceId }: Slots<{ userId: number; deviceId: string }>) =>
    query
      .delete(deviceIdentities)
      .where(and(eq(deviceIdentities.userId, userId), eq(deviceIdentities.deviceId, deviceId))),
);

const NO_ROOM = 'device_limit_reached';

const requireRoom = prepareGuard(
  NO_ROOM,
  ({ userId, now, limit }: Slots<{ userId: number; now: number; limit: number }>) =>
    sql`(SELECT count(*) FROM ${deviceIdentities} WHERE ${and(
      eq(deviceIdentities.userId, userId),
      gt(deviceIdentities.expiresAt, now),
    )}) < ${limit}`,
);

/** Nothing is inserted for an account that has changed: then the session is not opened either. */
const insertIdentity = prepareWrite(
  ({
    userId,
    authVersion,
    tokenHash,
    deviceId,
    name,
    platform,
    now,
    expiresAt,
  }: Slots<{
    userId: number;
    authVersion: number;
    tokenHash: string;
    deviceId: string;
    name: string;
    platform: DevicePlatform;
    now: number;
    expiresAt: number;
  }>) =>
    insertFrom(
      deviceIdentities,
      {
        userId: users.id,
        tokenHash,
        deviceId,
        name,
        platform,
        createdAt: now,
        lastUsedAt: now,
        expiresAt,
      },
      sql`FROM ${users} WHERE ${and(eq(users.id, userId), eq(users.authVersion, authVersion))}`,
    ),
);
