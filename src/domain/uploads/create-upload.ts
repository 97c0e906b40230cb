import { GuardError } from '../../db/database.ts';
import { newUploadId } from '../../lib/ids.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectSettings, settingsFrom } from '../settings/read-settings.ts';
import { checkManifest, hashManifest } from './manifest.ts';
import { reserveSession } from './reserve-session.ts';
import { readSelected, selectSessionByKey, type SessionRecord } from './session-rows.ts';

type CreationServices = Pick<Services, 'db' | 'config' | 'clock' | 'limiter'>;

export interface CreationRequest {
  readonly idempotencyKey: string;
  /** As it came; it is checked here. */
  readonly manifest: unknown;
}

export interface CreatedUpload {
  readonly session: SessionRecord;
  /** False when the key had this session already. */
  readonly isNew: boolean;
}

const RATE_WINDOW_MS = 60_000;

/** Where an administrator wants new objects to be. */
const PLACE_KEYS = ['storage_path'] as const;

/** What each guard of the creating batch means to the caller. */
const REFUSALS: Readonly<Record<string, ErrorName>> = {
  account_locked: 'account_locked',
  sessions_exhausted: 'upload_capacity_exhausted',
  storage_pressure: 'storage_pressure',
  quota_exceeded: 'quota_exhausted',
};

const replay = (session: SessionRecord, manifestSha256: string): CreatedUpload => {
  if (session.manifestSha256 === manifestSha256) return { session, isNew: false };
  throw new DomainError('idempotency_key_conflict');
};

/**
 * Opens an upload session: its quota is reserved and all of its object keys are fixed in the batch that creates it,
 * so no interleaving can overdraw. The same key and manifest give the existing session, whatever the capacity.
 * @throws {DomainError} body_too_large, invalid_upload, image_too_large, recipe_unsupported (manifest), upload_conflict (key), uploads_disabled, account_locked, upload_rate_limited, upload_capacity_exhausted, storage_pressure, quota_exhausted.
 */
export const createUpload = async (
  services: CreationServices,
  actor: Actor,
  { idempotencyKey, manifest: body }: CreationRequest,
): Promise<CreatedUpload> => {
  const { db, config, clock, limiter } = services;
  const checked = checkManifest(body, config);
  if (!checked.ok) throw new DomainError(checked.error.error, { message: checked.error.message });
  const manifest = checked.value;
  const manifestSha256 = await hashManifest(manifest);
  const { userId } = actor;
  const now = clock.now();
  const lookUp = () =>
    db.batch([
      selectSettings(PLACE_KEYS),
      selectSessionByKey(userId, idempotencyKey, now - config.UPLOAD_IDEMPOTENCY_TTL_MS),
    ]);

  const found = await lookUp();
  const existing = readSelected(found);
  if (existing !== null) return replay(existing, manifestSha256);
  if (!config.V2_UPLOAD_ENABLED) throw new DomainError('uploads_disabled');
  if (actor.status !== 'active') throw new DomainError('account_locked');
  const rule = { limit: config.UPLOAD_SESSIONS_PER_MINUTE, windowMs: RATE_WINDOW_MS };
  const verdict = await limiter.take(`upload:user:${userId}`, rule);
  if (!verdict.allowed)
    throw new DomainError('upload_rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds });

  const declaredBytes = manifest.parts.reduce((sum, { size }) => sum + size, 0);
  const creation = reserveSession(
    {
      uploadId: newUploadId(),
      userId,
      idempotencyKey,
      manifest,
      manifestSha256,
      reservedBytes: declaredBytes + config.UPLOAD_PUBLISH_ALLOWANCE_BYTES,
      storagePath: settingsFrom(found[0]?.rows ?? [], PLACE_KEYS, config).storage_path,
      now,
    },
    config,
  );
  try {
    const session = readSelected(await db.batch(creation));
    if (session === null) throw new DomainError('database_error');
    return { session, isNew: true };
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    // Another request with this key was faster.
    const winner = error.reason === 'key_taken' ? readSelected(await lookUp()) : null;
    if (winner !== null) return replay(winner, manifestSha256);
    throw new DomainError(REFUSALS[error.reason] ?? 'internal_error', { cause: error });
  }
};
