import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareOne, prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { newUniqueLink } from '../../../shared/ids.ts';
import { originalKey } from '../../storage/keys.ts';
import { latestWriteAt } from '../erasure/late-writers.ts';
import { storagePathInForce } from '../settings/storage-path.ts';
import { prepareClosing } from '../uploads/close-uploads.ts';
import {
  admissionGuards,
  freeKey,
  requireFreeKey,
  reserveBytes,
} from '../uploads/reserve-upload.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';

export interface OriginalReservation {
  readonly uploadId: string;
  readonly userId: number;
  readonly idempotencyKey: string | null;
  readonly requestSha256: string;
  readonly maxBytes: number;
  readonly now: number;
}

export interface ReservedUpload {
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly originalKey: string;
  /** Whether the account keeps the places of photographs. */
  readonly keepsLocation: boolean;
}

/** Guards: key_taken, account_locked, sessions_exhausted, images_exhausted, storage_pressure, quota_exceeded. */
export function reserveOriginal(reservation: OriginalReservation, config: Config) {
  const { uploadId, userId, idempotencyKey, requestSha256, maxBytes, now } = reservation;
  const uniqueLink = newUniqueLink();
  const bytes = maxBytes + config.UPLOAD_PUBLISH_ALLOWANCE_BYTES;
  return {
    key: idempotencyKey === null ? [] : takeKey(userId, idempotencyKey, now, config),
    admission: admissionGuards(userId, bytes, now, config),
    totals: reserveBytes({ userId, bytes }),
    session: insertUploadSession({
      uploadId,
      userId,
      idempotencyKey,
      requestSha256,
      uniqueLink,
      fallbackPath: config.STORAGE_PATH,
      keyUnderPath: originalKey('', uniqueLink),
      bytes,
      now,
      expiresAt: latestWriteAt(now, config),
    }),
    upload: selectReserved({ uploadId }),
  };
}

/** Takes the key from an earlier attempt that was aborted or refused. Guard: key_taken. */
export function takeKey(
  userId: number,
  idempotencyKey: string,
  now: number,
  config: Config,
): Statement<unknown>[] {
  const eraseDueAt = latestWriteAt(now, config);
  const { released, closed } = closeSuperseded({ userId, idempotencyKey, now, eraseDueAt });
  const until = now - config.UPLOAD_IDEMPOTENCY_TTL_MS;
  return [
    ...released,
    closed,
    freeKey({ userId, idempotencyKey, until }),
    requireFreeKey({ userId, idempotencyKey }),
  ];
}

const closeSuperseded = prepareClosing(
  { status: 'cancelled' },
  (p: Params<{ userId: number; idempotencyKey: string }>) =>
    and(
      eq(uploadSessions.userId, p.userId),
      eq(uploadSessions.idempotencyKey, p.idempotencyKey),
      isNotNull(uploadSessions.originalKey),
      inArray(uploadSessions.status, OPEN_STATUSES),
    ),
);

interface SessionValues {
  readonly uploadId: string;
  readonly userId: number;
  readonly idempotencyKey: string | null;
  readonly requestSha256: string;
  readonly uniqueLink: string;
  readonly fallbackPath: string;
  readonly keyUnderPath: string;
  readonly bytes: number;
  readonly now: number;
  readonly expiresAt: number;
}

/** The form's fields are not known yet. */
const insertUploadSession = prepareWrite(
  (p: Params<{ [Name in keyof SessionValues]: SessionValues[Name] }>) =>
    query.insert(uploadSessions).values({
      uploadId: p.uploadId,
      userId: p.userId,
      idempotencyKey: p.idempotencyKey,
      manifestSha256: p.requestSha256,
      status: 'initiated',
      filename: sql`''`,
      visibility: 'private',
      processorVersion: sql`''`,
      recipeVersion: sql`''`,
      sourceMimeType: sql`''`,
      sourceWidth: sql`0`,
      sourceHeight: sql`0`,
      uniqueLink: p.uniqueLink,
      originalKey: sql`${storagePathInForce(p.fallbackPath)} || ${p.keyUnderPath}`,
      reservedBytes: p.bytes,
      createdAt: p.now,
      expiresAt: p.expiresAt,
    }),
);

const selectReserved = prepareOne((p: Params<{ uploadId: string }>) =>
  query
    .select({
      uploadId: uploadSessions.uploadId,
      uniqueLink: uploadSessions.uniqueLink,
      originalKey: sql<string>`${uploadSessions.originalKey}`,
      keepsLocation: users.keepLocation,
    })
    .from(uploadSessions)
    .innerJoin(users, eq(users.id, uploadSessions.userId))
    .where(eq(uploadSessions.uploadId, p.uploadId)),
);
