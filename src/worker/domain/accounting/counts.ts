import { and, eq, sql, type SQL } from 'drizzle-orm';
import { KeyRanges, type KeyRange } from '../../db/key-ranges.ts';
import { query } from '../../db/query.ts';
import { users, userSessions } from '../../db/schema/accounts.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareFirst, prepareOne, type Params } from '../../db/statement.ts';
import type { OwnRange } from './own-ranges.ts';

/** Recounts of what the totals of users and of the site say, range by range. */

export const USER_RANGES = new KeyRanges(users.id);
export const IMAGE_RANGES = new KeyRanges(images.id);
export const TRASH_RANGES = new KeyRanges(trashedImages.id);
export const UPLOAD_RANGES = new KeyRanges(uploadSessions.uploadId);
export const SESSION_RANGES = new KeyRanges(userSessions.sessionId);

export interface UserTotals {
  readonly storageUsed: number;
  readonly storageReserved: number;
  readonly imageCount: number;
  readonly trashedCount: number;
}

const STATED = {
  storageUsed: users.storageUsed,
  storageReserved: users.storageReserved,
  imageCount: users.imageCount,
  trashedCount: users.trashedCount,
};

export const selectUserTotals = prepareFirst((p: Params<{ userId: number }>) =>
  query.select(STATED).from(users).where(eq(users.id, p.userId)),
);

export const listUserTotals = prepareAll(
  (p: Params<KeyRange>) => sql<UserTotals & { userId: number }>`
    SELECT ${users.id} AS "userId", ${users.storageUsed} AS "storageUsed",
      ${users.storageReserved} AS "storageReserved", ${users.imageCount} AS "imageCount",
      ${users.trashedCount} AS "trashedCount"
    FROM ${USER_RANGES.rows(p)}`,
);

/** Of each user who has images in the range. */
export const listImageSums = prepareAll(
  (p: Params<KeyRange>) => sql<{ userId: number; imageCount: number; storageUsed: number }>`
    SELECT ${images.userId} AS "userId", count(*) AS "imageCount", sum(${imageFiles.size}) AS "storageUsed"
    FROM ${IMAGE_RANGES.rows(p)} CROSS JOIN ${imageFiles} ON ${eq(imageFiles.id, images.imageFileId)}
    GROUP BY ${images.userId}`,
);

/** Of each user who has images of the trash in the range. */
export const listTrashSums = prepareAll(
  (p: Params<KeyRange>) => sql<{ userId: number; trashedCount: number; storageUsed: number }>`
    SELECT ${trashedImages.userId} AS "userId", count(*) AS "trashedCount", sum(${imageFiles.size}) AS "storageUsed"
    FROM ${TRASH_RANGES.rows(p)} CROSS JOIN ${imageFiles} ON ${eq(imageFiles.id, trashedImages.imageFileId)}
    GROUP BY ${trashedImages.userId}`,
);

/** Of each user who holds reservations in the range. */
export const listReservations = prepareAll(
  (p: Params<KeyRange>) => sql<{ userId: number; storageReserved: number }>`
    SELECT ${uploadSessions.userId} AS "userId", sum(${uploadSessions.reservedBytes}) AS "storageReserved"
    FROM ${UPLOAD_RANGES.rows(p)} WHERE ${uploadSessions.reservedBytes} > 0 GROUP BY ${uploadSessions.userId}`,
);

type OwnParams = Params<OwnRange & { userId: number }>;

/** Of one user's images, in the order of one of their indexes. */
export function ownImages(p: OwnParams): SQL<Pick<UserTotals, 'imageCount' | 'storageUsed'>> {
  const place = sql`(${images.createdAt}, ${images.id})`;
  const isOwn = and(
    eq(images.userId, p.userId),
    sql`${images.visibility} = ${p.visibility}`,
    sql`${place} > (${p.afterTime}, ${p.afterId})`,
    sql`${place} <= (${p.upToTime}, ${p.upToId})`,
  );
  return sql`SELECT count(*) AS "imageCount", coalesce(sum(${imageFiles.size}), 0) AS "storageUsed"
    FROM ${images} CROSS JOIN ${imageFiles} ON ${eq(imageFiles.id, images.imageFileId)} WHERE ${isOwn}`;
}

export function ownTrash(
  p: Params<KeyRange & { userId: number }>,
): SQL<Pick<UserTotals, 'storageUsed' | 'trashedCount'>> {
  return sql`SELECT count(*) AS "trashedCount", coalesce(sum(${imageFiles.size}), 0) AS "storageUsed"
    FROM ${TRASH_RANGES.rows(p)} CROSS JOIN ${imageFiles} ON ${eq(imageFiles.id, trashedImages.imageFileId)}
    WHERE ${eq(trashedImages.userId, p.userId)}`;
}

export function ownReservations(
  p: Params<KeyRange & { userId: number }>,
): SQL<Pick<UserTotals, 'storageReserved'>> {
  return sql`SELECT coalesce(sum(${uploadSessions.reservedBytes}), 0) AS "storageReserved"
    FROM ${UPLOAD_RANGES.rows(p)} WHERE ${eq(uploadSessions.userId, p.userId)}`;
}

export interface UserSums {
  readonly users: number;
  readonly activeUsers: number;
  readonly images: number;
  readonly trashedImages: number;
  readonly storageUsed: number;
  readonly storageReserved: number;
}

export function sumUsers(p: Params<KeyRange>): SQL<UserSums> {
  return sql`SELECT count(*) AS users, coalesce(sum(${users.status} = 'active'), 0) AS "activeUsers",
      coalesce(sum(${users.storageUsed}), 0) AS "storageUsed",
      coalesce(sum(${users.storageReserved}), 0) AS "storageReserved",
      coalesce(sum(${users.imageCount}), 0) AS images,
      coalesce(sum(${users.trashedCount}), 0) AS "trashedImages"
    FROM ${USER_RANGES.rows(p)}`;
}

export interface ViewSums {
  readonly views: number;
  readonly publishedImages: number;
}

export function sumViews(p: Params<KeyRange>): SQL<ViewSums> {
  return sql`SELECT coalesce(sum(${images.viewCount}), 0) AS views,
      coalesce(sum(${images.processingStatus} = 'completed'), 0) AS "publishedImages"
    FROM ${IMAGE_RANGES.rows(p)}`;
}

export function countSessions(p: Params<KeyRange>): SQL<{ readonly sessions: number }> {
  return sql`SELECT count(*) AS sessions FROM ${SESSION_RANGES.rows(p)}`;
}

export const selectOwnImages = prepareOne(ownImages);
export const selectOwnTrash = prepareOne(ownTrash);
export const selectOwnReservations = prepareOne(ownReservations);
export const selectUserSums = prepareOne(sumUsers);
export const selectViewSums = prepareOne(sumViews);
export const selectSessionCount = prepareOne(countSessions);
