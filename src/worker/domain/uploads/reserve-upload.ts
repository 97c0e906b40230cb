import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { prepareGuard } from '../../db/guard.ts';
import { existsIn, insertFrom, query } from '../../db/query.ts';
import { siteTotals, users } from '../../db/schema/accounts.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params, type SqlParam, type Statement } from '../../db/statement.ts';
import { newUniqueLink } from '../../../shared/ids.ts';
import { isStoredPart, type PartKind } from '../../../shared/variants.ts';
import { stagingKey, variantKey } from '../../storage/keys.ts';
import { prepareTotalsChange } from '../accounting/change-totals.ts';
import { writeWaiting } from '../texts/stored-taken.ts';
import { selectUpload } from './find-upload.ts';
import type { Manifest, ManifestPart } from './manifest.ts';
import { OPEN_STATUSES } from './upload-state.ts';

const ACTIVE_STATUSES = [...OPEN_STATUSES, 'processing'] as const;

interface Reservation {
  readonly uploadId: string;
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly manifest: Manifest;
  readonly manifestSha256: string;
  /** See variants/source-key.ts. */
  readonly sourceKey: string | null;
  readonly storagePath: string;
  readonly now: number;
}

/** Guards: key_taken, account_locked, sessions_exhausted, images_exhausted, storage_pressure, quota_exceeded. */
export function reserveUpload(reservation: Reservation, config: Config) {
  const { uploadId, userId, idempotencyKey, manifest, now } = reservation;
  const uniqueLink = newUniqueLink();
  const declaredBytes = manifest.parts.reduce((sum, { size }) => sum + size, 0);
  const bytes = declaredBytes + config.UPLOAD_PUBLISH_ALLOWANCE_BYTES;
  return {
    key: [
      freeKey({ userId, idempotencyKey, until: now - config.UPLOAD_IDEMPOTENCY_TTL_MS }),
      requireFreeKey({ userId, idempotencyKey }),
    ],
    admission: admissionGuards(userId, bytes, now, config),
    totals: reserveBytes({ userId, bytes }),
    session: insertUpload({
      ...sessionOf(reservation),
      uniqueLink,
      bytes,
      expiresAt: now + config.UPLOAD_SESSION_TTL_MS,
    }),
    parts: insertParts({
      uploadId,
      parts: JSON.stringify(
        manifest.parts.map((part) => ({
          ...part,
          objectKey: keyOf(reservation, uniqueLink, part.kind, config),
        })),
      ),
    }),
    upload: selectUpload({ userId, uploadId }),
  };
}

/** From a session older than `until` (milliseconds), or from a pipeline-1 request without an image. */
export const freeKey = prepareWrite(
  (p: Params<{ userId: number; idempotencyKey: string; until: number }>) =>
    query
      .update(uploadSessions)
      .set({ idempotencyKey: null })
      .where(
        and(
          eq(uploadSessions.userId, p.userId),
          eq(uploadSessions.idempotencyKey, p.idempotencyKey),
          or(
            lte(uploadSessions.createdAt, p.until),
            and(isNotNull(uploadSessions.originalKey), isNull(uploadSessions.imageId)),
          ),
        ),
      ),
);

/** From this session, which can give no image any more. */
export const releaseKey = prepareWrite(
  (p: Params<{ userId: number; idempotencyKey: string; uploadId: string }>) =>
    query
      .update(uploadSessions)
      .set({ idempotencyKey: null })
      .where(
        and(
          eq(uploadSessions.uploadId, p.uploadId),
          eq(uploadSessions.userId, p.userId),
          eq(uploadSessions.idempotencyKey, p.idempotencyKey),
        ),
      ),
);

export const requireFreeKey = prepareGuard(
  'key_taken',
  (p: Params<{ userId: number; idempotencyKey: string }>) =>
    sql`NOT EXISTS (SELECT 1 FROM ${uploadSessions} WHERE ${and(
      eq(uploadSessions.userId, p.userId),
      eq(uploadSessions.idempotencyKey, p.idempotencyKey),
    )})`,
);

/** Guards: account_locked, sessions_exhausted, images_exhausted, storage_pressure. */
export function admissionGuards(
  userId: number,
  bytes: number,
  now: number,
  config: Config,
): Statement<number>[] {
  const capacity = config.STORAGE_CAPACITY_BYTES;
  const limit = config.UPLOAD_ACTIVE_SESSIONS_PER_USER;
  return [
    requireActive({ userId }),
    requireFreeSession({ userId, now, limit }),
    requireFreeImage({ userId, sessions: limit, limit: config.IMAGES_PER_USER }),
    ...(capacity === null
      ? []
      : [requireSpace({ bytes, limit: (capacity * config.STORAGE_SOFT_PRESSURE_PERCENT) / 100 })]),
  ];
}

const requireActive = prepareGuard('account_locked', (p: Params<{ userId: number }>) =>
  existsIn(users, and(eq(users.id, p.userId), eq(users.status, 'active'))),
);

const requireFreeSession = prepareGuard(
  'sessions_exhausted',
  (p: Params<{ userId: number; now: number; limit: number }>) =>
    sql`${query
      .select({ count: count() })
      .from(uploadSessions)
      .where(
        and(
          isActive(p.userId),
          or(eq(uploadSessions.status, 'processing'), gt(uploadSessions.expiresAt, p.now)),
        ),
      )} < ${p.limit}`,
);

/** The account's own limit replaces `limit`. An open session counts as an image, and so does an image in the trash. Sessions are counted only near the limit; the guard before bounds them. */
const requireFreeImage = prepareGuard(
  'images_exhausted',
  (p: Params<{ userId: number; sessions: number; limit: number }>) => {
    const open = query
      .select({ count: count() })
      .from(uploadSessions)
      .where(and(isActive(p.userId), isNull(uploadSessions.imageId)));
    const limit = sql`coalesce(${users.imageLimit}, ${p.limit})`;
    const kept = sql`${users.imageCount} + ${users.trashedCount}`;
    const held = sql`${kept} + CASE WHEN ${kept} + ${p.sessions} > ${limit} THEN ${open} ELSE 0 END`;
    return sql`(SELECT ${held} < ${limit} FROM ${users} WHERE ${eq(users.id, p.userId)})`;
  },
);

/** Also unclosed, by which an index finds them, or all sessions of the user would be read. */
function isActive(userId: SqlParam<number>): SQL | undefined {
  return and(
    eq(uploadSessions.userId, userId),
    isNull(uploadSessions.closedAt),
    inArray(uploadSessions.status, ACTIVE_STATUSES),
  );
}

const requireSpace = prepareGuard(
  'storage_pressure',
  (p: Params<{ bytes: number; limit: number }>) =>
    sql`(SELECT ${siteTotals.storageUsed} + ${siteTotals.storageReserved} FROM ${siteTotals}) + ${p.bytes} <= ${p.limit}`,
);

/** Guard: quota_exceeded. */
export const reserveBytes = prepareTotalsChange(
  (p: Params<{ userId: number; bytes: number }>) => ({
    userId: p.userId,
    storageReserved: p.bytes,
    provided: sql`${users.storageUsed} + ${users.storageReserved} + ${p.bytes} <= ${users.storageQuota}`,
  }),
  'quota_exceeded',
);

type SessionValues = ReturnType<typeof sessionOf> & {
  uniqueLink: string;
  bytes: number;
  expiresAt: number;
};

function sessionOf({
  uploadId,
  userId,
  idempotencyKey,
  manifest,
  manifestSha256,
  sourceKey,
  now,
}: Reservation) {
  const { filename, visibility, processorVersion, recipeVersion, source, taken } = manifest;
  return {
    uploadId,
    userId,
    idempotencyKey,
    manifestSha256,
    filename,
    visibility,
    processorVersion,
    recipeVersion,
    sourceMimeType: source.mimeType as string,
    sourceWidth: source.width,
    sourceHeight: source.height,
    taken: writeWaiting({ ...taken, location: undefined }),
    takenWithLocation: writeWaiting(taken),
    sourceKey,
    now,
  };
}

const insertUpload = prepareWrite((p: Params<SessionValues>) =>
  query.insert(uploadSessions).values({
    uploadId: p.uploadId,
    userId: p.userId,
    idempotencyKey: p.idempotencyKey,
    manifestSha256: p.manifestSha256,
    status: 'initiated',
    filename: p.filename,
    visibility: p.visibility,
    processorVersion: p.processorVersion,
    recipeVersion: p.recipeVersion,
    sourceMimeType: p.sourceMimeType,
    sourceWidth: p.sourceWidth,
    sourceHeight: p.sourceHeight,
    taken: sql`iif(${existsIn(users, and(eq(users.id, p.userId), users.keepLocation))}, ${p.takenWithLocation}, ${p.taken})`,
    sourceKey: p.sourceKey,
    uniqueLink: p.uniqueLink,
    reservedBytes: p.bytes,
    createdAt: p.now,
    expiresAt: p.expiresAt,
  }),
);

function keyOf(
  { uploadId, storagePath }: Reservation,
  uniqueLink: string,
  kind: PartKind,
  { V2_STAGING_PATH }: Config,
): string {
  return isStoredPart(kind)
    ? variantKey(storagePath, uniqueLink, kind)
    : stagingKey(V2_STAGING_PATH, uploadId);
}

/** `parts` is a JSON array of the manifest's parts with their object keys. */
const insertParts = prepareWrite((p: Params<{ uploadId: string; parts: string }>) => {
  const field = (name: keyof ManifestPart | 'objectKey') => sql`value ->> ${name}`;
  return insertFrom(
    uploadParts,
    {
      uploadId: p.uploadId,
      kind: field('kind'),
      objectKey: field('objectKey'),
      size: field('size'),
      sha256: field('sha256'),
      width: field('width'),
      height: field('height'),
      quality: field('quality'),
    },
    sql`FROM json_each(${p.parts})`,
  );
});
