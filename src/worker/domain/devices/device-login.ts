import { and, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { insertFrom, query } from '../../db/query.ts';
import { deviceIdentities, users, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { hashCredential, issueCredential } from '../../lib/credential.ts';
import {
  SIGN_IN_ERRORS,
  signIn,
  type Login,
  type LoginServices,
  type SignedIn,
} from '../accounts/login.ts';
import type { Account } from '../accounts/read-account.ts';
import type { DevicePlatform } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { CHECK_CLIENT_ERRORS, checkClient, type Client } from '../sessions/check-client.ts';
import { formatSubject } from '../sessions/device-subject.ts';
import { OPEN_SESSION_ERRORS } from '../sessions/open-session.ts';
import { openDeviceSession, type OpenedDeviceSession } from './open-device-session.ts';

export interface DeviceLogin extends Login {
  readonly client: Client;
  readonly device: Device;
}

export interface Device {
  readonly deviceId: string;
  readonly name: string;
}

export interface DeviceSignIn extends OpenedDeviceSession {
  readonly identityToken: string;
  readonly identityExpiresAt: number;
}

export const DEVICE_LOGIN_ERRORS = [
  ...SIGN_IN_ERRORS,
  ...OPEN_SESSION_ERRORS,
  'device_limit_reached',
  ...CHECK_CLIENT_ERRORS,
] as const satisfies readonly ErrorName[];

/** Shares the limits of web logins. A device's former identity is replaced and its sessions end. */
export async function deviceLogin(
  services: LoginServices,
  attempt: DeviceLogin,
): Promise<SignedIn<DeviceSignIn>> {
  const platform = checkClient(services, attempt.client);
  return signIn(services, attempt, (account) =>
    enrol(services, account, { ...attempt.device, platform }),
  );
}

/** Null when the account changed or the device signed in elsewhere meanwhile. */
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
  const key = { userId, deviceId };
  const row = { ...key, tokenHash, name, platform, now, expiresAt };
  const limit = config.DEVICE_IDENTITIES_PER_USER;
  try {
    const session = await openDeviceSession(services, account, row, {
      identity: { deviceId },
      statements: [
        deleteExpired({ ...key, now }),
        requireRoom({ ...key, now, limit }),
        insertIdentity({ ...row, authVersion }),
      ],
      undo: [deleteInserted({ tokenHash })],
      afterAdmission: ({ sessionId }) => ({
        endings: [endSessionsBeside({ ...key, sessionId })],
        statements: [replaceIdentity(row)],
      }),
    });
    return session === null ? null : { ...session, identityToken, identityExpiresAt: expiresAt };
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NO_ROOM) throw error;
    throw new DomainError('device_limit_reached', { cause: error });
  }
}

const deleteExpired = prepareWrite((p: Params<{ userId: number; deviceId: string; now: number }>) =>
  query
    .delete(deviceIdentities)
    .where(
      and(
        isDevice({ userId: p.userId, deviceId: p.deviceId }),
        lte(deviceIdentities.expiresAt, p.now),
      ),
    ),
);

const NO_ROOM = 'device_limit_reached';

const requireRoom = prepareGuard(
  NO_ROOM,
  (p: Params<{ userId: number; deviceId: string; now: number; limit: number }>) =>
    sql`(SELECT count(*) FROM ${deviceIdentities} WHERE ${and(
      eq(deviceIdentities.userId, p.userId),
      ne(deviceIdentities.deviceId, p.deviceId),
      gt(deviceIdentities.expiresAt, p.now),
    )}) < ${p.limit}`,
);

/** Keeps a former identity. Inserts nothing for a changed account, so that no session opens. */
const insertIdentity = prepareWrite(
  (
    p: Params<{
      userId: number;
      authVersion: number;
      tokenHash: string;
      deviceId: string;
      name: string;
      platform: DevicePlatform;
      now: number;
      expiresAt: number;
    }>,
  ) =>
    insertFrom(
      deviceIdentities,
      {
        userId: users.id,
        tokenHash: p.tokenHash,
        deviceId: p.deviceId,
        name: p.name,
        platform: p.platform,
        createdAt: p.now,
        lastUsedAt: p.now,
        expiresAt: p.expiresAt,
      },
      sql`FROM ${users} WHERE ${and(
        eq(users.id, p.userId),
        eq(users.authVersion, p.authVersion),
      )} ON CONFLICT DO NOTHING`,
    ),
);

const deleteInserted = prepareWrite((p: Params<{ tokenHash: string }>) =>
  query.delete(deviceIdentities).where(eq(deviceIdentities.tokenHash, p.tokenHash)),
);

const endSessionsBeside = prepareAll(
  (p: Params<{ userId: number; deviceId: string; sessionId: string }>) => {
    const identity = query
      .select({ id: deviceIdentities.id })
      .from(deviceIdentities)
      .where(isDevice({ userId: p.userId, deviceId: p.deviceId }));
    return query
      .delete(userSessions)
      .where(
        and(inArray(userSessions.identityId, identity), ne(userSessions.sessionId, p.sessionId)),
      )
      .returning({ sessionId: userSessions.sessionId, createdAt: userSessions.createdAt });
  },
);

const replaceIdentity = prepareWrite(
  (
    p: Params<{
      userId: number;
      deviceId: string;
      tokenHash: string;
      name: string;
      platform: DevicePlatform;
      now: number;
      expiresAt: number;
    }>,
  ) =>
    query
      .update(deviceIdentities)
      .set({
        tokenHash: p.tokenHash,
        name: p.name,
        platform: p.platform,
        createdAt: p.now,
        lastUsedAt: p.now,
        expiresAt: p.expiresAt,
      })
      .where(isDevice({ userId: p.userId, deviceId: p.deviceId })),
);

function isDevice(p: Params<{ userId: number; deviceId: string }>) {
  return and(eq(deviceIdentities.userId, p.userId), eq(deviceIdentities.deviceId, p.deviceId));
}
