import type { Config } from '../../config.ts';
import { GuardError } from '../../db/guard.ts';
import { newUploadId } from '../../../shared/ids.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import { selectUploadByKey, type Upload } from './find-upload.ts';
import { findManifestFault, MANIFEST_FAULT_ERRORS, type Manifest } from './manifest.ts';
import { reserveUpload } from './reserve-upload.ts';
import { sourceKeyOf } from '../variants/source-key.ts';

type CreationServices = Pick<Services, 'db' | 'config' | 'clock' | 'limiter'>;

export interface CreationRequest {
  readonly idempotencyKey: string;
  readonly manifest: Manifest;
  /** Independent of the order of the manifest's fields. */
  readonly manifestSha256: string;
  /** `admitUpload` has admitted it, before its parts were made. */
  readonly isAdmitted?: boolean;
}

export interface CreatedUpload {
  readonly upload: Upload;
  readonly isNew: boolean;
}

const RATE_WINDOW_MS = 60_000;

const PLACE_KEYS = ['storage_path'] as const;

export const RESERVE_ERRORS = [
  'account_locked',
  'upload_capacity_exhausted',
  'storage_pressure',
  'image_quota_exhausted',
  'quota_exhausted',
] as const satisfies readonly ErrorName[];

export const REFUSALS: Readonly<Record<string, (typeof RESERVE_ERRORS)[number]>> = {
  account_locked: 'account_locked',
  sessions_exhausted: 'upload_capacity_exhausted',
  storage_pressure: 'storage_pressure',
  images_exhausted: 'image_quota_exhausted',
  quota_exceeded: 'quota_exhausted',
};

export const LIMIT_RATE_ERRORS = ['upload_rate_limited'] as const satisfies readonly ErrorName[];

export const REQUIRE_UNLOCKED_ERRORS = ['account_locked'] as const satisfies readonly ErrorName[];

export const CREATE_UPLOAD_ERRORS = [
  ...MANIFEST_FAULT_ERRORS,
  ...RESERVE_ERRORS,
  ...LIMIT_RATE_ERRORS,
  'idempotency_key_conflict',
  'uploads_disabled',
  'database_error',
] as const satisfies readonly ErrorName[];

/**
 * One batch reserves the quota and fixes the object keys, so no interleaving can exceed the quota. A known key with the
 * same manifest returns its session, before any check of capacity or account.
 */
export async function createUpload(
  services: CreationServices,
  actor: Pick<Actor, 'userId' | 'status'>,
  request: CreationRequest,
): Promise<CreatedUpload> {
  const { config, clock } = services;
  const { idempotencyKey, manifest, manifestSha256 } = request;
  const { userId } = actor;
  const now = clock.now();
  const { existing, storagePath } = await lookUp(services, userId, idempotencyKey, now);
  if (existing?.manifestSha256 !== manifestSha256) {
    requireUnlocked(actor);
    requireSound(manifest, config);
  }
  if (existing !== null) return replay(existing, request);
  if (request.isAdmitted !== true) await admitUpload(services, userId);
  const { sourceSha256 } = manifest;
  const sourceKey = sourceSha256 === null ? null : await sourceKeyOf(userId, sourceSha256);
  const asked = { uploadId: newUploadId(), userId, idempotencyKey, manifest, manifestSha256 };
  const reservation = reserveUpload({ ...asked, sourceKey, storagePath, now }, config);
  try {
    const { upload } = await services.db.batch(reservation);
    if (upload === null) throw new DomainError('database_error');
    return { upload, isNew: true };
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    if (error.reason === 'key_taken') {
      // A concurrent request with this key has won.
      const winner = await lookUp(services, userId, idempotencyKey, now);
      if (winner.existing !== null) return replay(winner.existing, request);
      // A pipeline-1 upload has the key.
      throw new DomainError('idempotency_key_conflict');
    }
    throw new DomainError(REFUSALS[error.reason] ?? 'internal_error', { cause: error });
  }
}

async function lookUp(
  { db, config }: CreationServices,
  userId: number,
  idempotencyKey: string,
  now: number,
): Promise<{ existing: Upload | null; storagePath: string }> {
  const { settings, existing } = await db.batch({
    settings: selectSettings(PLACE_KEYS, config),
    existing: selectUploadByKey({
      userId,
      idempotencyKey,
      since: now - config.UPLOAD_IDEMPOTENCY_TTL_MS,
    }),
  });
  return { existing, storagePath: settings.storage_path };
}

/** Comes before the manifest's checks: a locked account can upload no manifest at all. */
export function requireUnlocked({ status }: Pick<Actor, 'status'>): void {
  if (status !== 'active') throw new DomainError('account_locked');
}

function requireSound(manifest: Manifest, config: Config): void {
  const fault = findManifestFault(manifest, config);
  if (fault !== null) throw new DomainError(fault.error, { message: fault.message });
}

function replay(upload: Upload, { manifestSha256 }: CreationRequest): CreatedUpload {
  if (upload.manifestSha256 === manifestSha256) return { upload, isNew: false };
  throw new DomainError('idempotency_key_conflict');
}

export async function admitUpload(
  services: Pick<Services, 'config' | 'limiter'>,
  userId: number,
): Promise<void> {
  if (!services.config.V2_UPLOAD_ENABLED) throw new DomainError('uploads_disabled');
  await limitRate(services, userId);
}

export async function limitRate(
  { config, limiter }: Pick<Services, 'config' | 'limiter'>,
  userId: number,
  kind: 'upload' | 'fetch' = 'upload',
): Promise<void> {
  const rule = { limit: config.UPLOAD_SESSIONS_PER_MINUTE, windowMs: RATE_WINDOW_MS };
  const verdict = await limiter.take(`${kind}:user:${userId}`, rule);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new DomainError('upload_rate_limited', { retryAfterSeconds });
}
