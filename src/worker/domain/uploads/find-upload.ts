import { and, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonRows, positionIn, query, jsonValues } from '../../db/query.ts';
import { siteTotals, users } from '../../db/schema/accounts.ts';
import { images, type ImageRow } from '../../db/schema/images.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareFirst, type SqlParam, type Params } from '../../db/statement.ts';
import { PART_KINDS } from '../../../shared/variants.ts';

const PART_FIELDS = {
  kind: uploadParts.kind,
  status: uploadParts.status,
  objectKey: uploadParts.objectKey,
  size: uploadParts.size,
  sha256: uploadParts.sha256,
  width: uploadParts.width,
  height: uploadParts.height,
};

const UPLOAD_FIELDS = {
  uploadId: uploadSessions.uploadId,
  status: uploadSessions.status,
  manifestSha256: uploadSessions.manifestSha256,
  filename: uploadSessions.filename,
  visibility: uploadSessions.visibility,
  uniqueLink: uploadSessions.uniqueLink,
  expiresAt: uploadSessions.expiresAt,
  taken: uploadSessions.taken,
  sourceKey: uploadSessions.sourceKey,
  failureCode: sql<number | null>`coalesce(${uploadSessions.failureCode}, ${images.failureCode})`,
  failureMessage: sql<
    string | null
  >`coalesce(${uploadSessions.failureMessage}, ${images.failureMessage})`,
  /** Set by `complete`; the image may be deleted since. */
  imageId: uploadSessions.imageId,
  processingStatus: sql<ImageRow['processingStatus'] | null>`${images.processingStatus}`,
  imageVisibility: sql<ImageRow['visibility'] | null>`${images.visibility}`,
  userStatus: users.status,
  /** Used and reserved bytes of the whole site. */
  committedBytes: sql<number>`(SELECT ${siteTotals.storageUsed} + ${siteTotals.storageReserved} FROM ${siteTotals})`,
  parts: jsonRows(
    uploadParts,
    PART_FIELDS,
    sql`WHERE ${eq(uploadParts.uploadId, uploadSessions.uploadId)}`,
    positionIn(uploadParts.kind, PART_KINDS),
  ),
};

/** Parts are in the recipe's order. */
export type Upload = NonNullable<ReturnType<ReturnType<typeof selectUpload>['read']>>;

export type UploadPart = Upload['parts'][number];

/** One round trip; in any order. */
export function findUploads(
  db: Database,
  userId: number,
  uploadIds: readonly string[],
): Promise<Upload[]> {
  return db.run(selectUploads({ userId, uploadIds }));
}

export function findUpload(db: Database, userId: number, uploadId: string): Promise<Upload | null> {
  return db.run(selectUpload({ userId, uploadId }));
}

export const selectUpload = prepareFirst((p: Params<{ userId: number; uploadId: string }>) =>
  uploadsOf(p.userId, eq(uploadSessions.uploadId, p.uploadId)),
);

/** Only a key taken after `since` (milliseconds). */
export const selectUploadByKey = prepareFirst(
  (p: Params<{ userId: number; idempotencyKey: string; since: number }>) =>
    uploadsOf(
      p.userId,
      and(
        eq(uploadSessions.idempotencyKey, p.idempotencyKey),
        gt(uploadSessions.createdAt, p.since),
      ),
    ),
);

/** The unary plus makes SQLite use the upload ids. */
const selectUploads = prepareAll((p: Params<{ userId: number; uploadIds: readonly string[] }>) =>
  uploadsWhere(
    and(
      sql`+${uploadSessions.userId} = ${p.userId}`,
      inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)),
    ),
  ),
);

function uploadsOf(userId: SqlParam<number>, condition: SQL | undefined) {
  return uploadsWhere(and(eq(uploadSessions.userId, userId), condition));
}

function uploadsWhere(condition: SQL | undefined) {
  return (
    query
      .select(UPLOAD_FIELDS)
      .from(uploadSessions)
      .innerJoin(users, eq(users.id, uploadSessions.userId))
      .leftJoin(images, eq(images.id, uploadSessions.imageId))
      // Excludes pipeline-1 uploads, which have no parts.
      .where(and(isNull(uploadSessions.originalKey), condition))
  );
}
