import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { images, imageVariants } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';

/** The bytes of all variants that fulfil a condition. */
export function storedBytes(where: SQLWrapper | undefined): SQL<number> {
  return sql<number>`(SELECT coalesce(sum(${imageVariants.size}), 0) FROM ${imageVariants} WHERE ${where})`;
}

/** The bytes that the upload sessions which fulfil a condition still hold. */
export function reservedBytes(where: SQLWrapper | undefined): SQL<number> {
  return sql<number>`(SELECT coalesce(sum(${uploadSessions.reservedBytes}), 0) FROM ${uploadSessions} WHERE ${where})`;
}

/** How many images fulfil a condition. */
export function countedImages(where: SQLWrapper | undefined): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${images} WHERE ${where})`;
}

/** The views of all images that fulfil a condition. */
export function countedViews(where: SQLWrapper | undefined): SQL<number> {
  return sql<number>`(SELECT coalesce(sum(${images.viewCount}), 0) FROM ${images} WHERE ${where})`;
}
