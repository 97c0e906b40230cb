import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { deviceIdentities, deviceNonces, users, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import { hashCredential, readCredential } from '../../lib/credential.ts';
import {
  RETRY_WHILE_CHANGING_ERRORS,
  retryWhileChanging,
} from '../accounts/retry-while-changing.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { CHECK_CLIENT_ERRORS, checkClient, type Client } from '../sessions/check-client.ts';
import { parseSubject } from '../sessions/device-subject.ts';
import { deleteAllButNewest } from '../sessions/oldest-sessions.ts';
import { OPEN_SESSION_ERRORS, type OpenServices } from '../sessions/open-session.ts';
import { openDeviceSession, type OpenedDeviceSession } from './open-device-session.ts';

type BootstrapServices = OpenServices & Pick<Services, 'limiter'>;

export interface Bootstrap {
  readonly identityToken: string;
  readonly nonce: string;
  /** The device's clock. */
  readonly timestamp: number;
  readonly client: Client;
}

const MINUTE_MS = 60_000;
/** Maximum clock difference between isolates. */
const CLOCK_MARGIN_MS = 60_000;

export const BOOTSTRAP_ERRORS = [
  // The token is no active identity.
  'sign_in_required',
  'account_suspended',
  ...OPEN_SESSION_ERRORS,
  ...RETRY_WHILE_CHANGING_ERRORS,
  'nonce_replayed',
  'too_many_bootstraps',
  'clock_differs',
  ...CHECK_CLIENT_ERRORS,
] as const satisfies readonly ErrorName[];

/** Evicts the identity's oldest session at its limit. Rules: open-device-session.ts. */
export async function bootstrap(
  services: BootstrapServices,
  request: Bootstrap,
): Promise<OpenedDeviceSession> {
  const tokenHash = await readIdentityToken(services, request);
  requireClock(services, request.timestamp);
  await limitBootstraps(services, tokenHash);
  // No clock accepts the timestamp later.
  const expiresAt = request.timestamp + services.config.DEVICE_CLOCK_TOLERANCE_MS + CLOCK_MARGIN_MS;
  const nonceHash = await sha256Hex(`${tokenHash}.${request.nonce}`);
  let isClaimed = false;
  return retryWhileChanging(async () => {
    const now = services.clock.now();
    const { claimed, identity } = await services.db.batch({
      claimed: claimNonce({ tokenHash, nonceHash, now, expiresAt }),
      identity: selectIdentity({ tokenHash, now }),
    });
    if (identity === null) throw new DomainError('sign_in_required');
    // A retry finds the nonce claimed by the first attempt.
    isClaimed ||= claimed > 0;
    if (!isClaimed) throw new DomainError('nonce_replayed');
    if (identity.status === 'suspended' || identity.status === 'deleting') {
      throw new DomainError('account_suspended');
    }
    const { identityId } = identity;
    const others = services.config.DEVICE_SESSIONS_PER_IDENTITY - 1;
    return openDeviceSession(services, identity, identity, {
      identity: { tokenHash },
      statements: [],
      undo: [],
      afterAdmission: ({ sessionId }) => ({
        endings: [deleteOldest({ identityId, sessionId, now, others })],
        statements: [recordUse({ identityId, now })],
      }),
    });
  });
}

async function readIdentityToken(
  services: BootstrapServices,
  { identityToken, client }: Bootstrap,
): Promise<string> {
  const credential = await readCredential(services.keys, identityToken);
  const subject = credential?.kind === 'identity' ? parseSubject(credential.subject) : null;
  if (subject === null) throw new DomainError('sign_in_required');
  checkClient(services, client, subject.platform);
  return hashCredential(identityToken);
}

/** Carries the server's time, so that a device with a wrong clock can correct for it. */
function requireClock({ config, clock }: BootstrapServices, timestamp: number): void {
  const now = clock.now();
  if (Math.abs(now - timestamp) <= config.DEVICE_CLOCK_TOLERANCE_MS) return;
  throw new DomainError('clock_differs', { serverTime: now });
}

async function limitBootstraps(
  { config, limiter }: BootstrapServices,
  tokenHash: string,
): Promise<void> {
  const rule = { limit: config.DEVICE_BOOTSTRAPS_PER_MINUTE, windowMs: MINUTE_MS };
  const verdict = await limiter.take(`bootstrap:identity:${tokenHash}`, rule);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new DomainError('too_many_bootstraps', { retryAfterSeconds });
}

const claimNonce = prepareWrite(
  (p: Params<{ tokenHash: string; nonceHash: string; now: number; expiresAt: number }>) =>
    insertFrom(
      deviceNonces,
      { identityId: deviceIdentities.id, nonceHash: p.nonceHash, expiresAt: p.expiresAt },
      sql`FROM ${deviceIdentities} WHERE ${and(
        eq(deviceIdentities.tokenHash, p.tokenHash),
        gt(deviceIdentities.expiresAt, p.now),
      )} ON CONFLICT DO NOTHING`,
    ),
);

const selectIdentity = prepareFirst((p: Params<{ tokenHash: string; now: number }>) =>
  query
    .select({
      identityId: deviceIdentities.id,
      platform: deviceIdentities.platform,
      expiresAt: deviceIdentities.expiresAt,
      id: users.id,
      username: users.username,
      role: users.role,
      status: users.status,
      authVersion: users.authVersion,
    })
    .from(deviceIdentities)
    .innerJoin(users, eq(users.id, deviceIdentities.userId))
    .where(and(eq(deviceIdentities.tokenHash, p.tokenHash), gt(deviceIdentities.expiresAt, p.now))),
);

/** Keeps this session and the newest `others`. */
const deleteOldest = prepareAll(
  (p: Params<{ identityId: number; sessionId: string; now: number; others: number }>) =>
    deleteAllButNewest(
      and(
        eq(userSessions.identityId, p.identityId),
        gt(userSessions.expiresAt, p.now),
        ne(userSessions.sessionId, p.sessionId),
      ),
      p.others,
    ),
);

const recordUse = prepareWrite((p: Params<{ identityId: number; now: number }>) =>
  query
    .update(deviceIdentities)
    .set({ lastUsedAt: p.now })
    .where(eq(deviceIdentities.id, p.identityId)),
);
