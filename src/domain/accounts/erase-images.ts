import { guardThat, statement, type Statement } from '../../db/database.ts';
import type { ImageRow } from '../../db/schema/images.ts';
import { uploadKeys } from '../../storage/keys.ts';
import { publicPaths } from '../links/make-link.ts';
import { recordEvent } from '../outbox/events.ts';
import { CONSUMER_MAX_WALL_MS } from '../erasure/late-writers.ts';
import type { Services } from '../services.ts';

type EraseServices = Pick<Services, 'clock' | 'db'>;

/** Eight objects each at most, so that an event stays far below the bucket's thousand keys a call. */
const IMAGES_PER_CHUNK = 50;
const UPLOADS_PER_CHUNK = 100;

interface DoomedImage extends Pick<
  ImageRow,
  'id' | 'imageFileId' | 'uniqueLink' | 'pipelineVersion' | 'visibility' | 'processingStatus'
> {
  /** JSON array. */
  readonly variantKeys: string;
  readonly masterKey: string | null;
  readonly sourceKey: string | null;
}

// In no order: sorting would read the whole library for each chunk.
const SELECT_IMAGES = `
  SELECT i.id, i.image_file_id AS imageFileId, i.unique_link AS uniqueLink, i.pipeline_version AS pipelineVersion,
    i.visibility, i.processing_status AS processingStatus,
    (SELECT json_group_array(v.object_key) FROM image_variants v WHERE v.image_file_id = i.image_file_id) AS variantKeys,
    master.object_key AS masterKey, source.object_key AS sourceKey
  FROM images i
  LEFT JOIN upload_sessions s ON s.image_id = i.id
  LEFT JOIN upload_parts master ON master.upload_id = s.upload_id AND master.kind = 'master'
  LEFT JOIN upload_parts source ON source.upload_id = s.upload_id AND source.kind = 'publish_source'
  WHERE i.user_id = ? LIMIT ?`;

const keysOf = ({ masterKey, sourceKey }: Pick<DoomedImage, 'masterKey' | 'sourceKey'>): string[] =>
  masterKey === null || sourceKey === null ? [] : uploadKeys(masterKey, sourceKey);

/** Nothing is erased of an account that is not past the point of no return. */
const requireDeleting = (userId: number): Statement =>
  guardThat('not_deleting', "(SELECT status FROM users WHERE id = ?) = 'deleting'", userId);

/**
 * Promises that objects go: now, and once more when no publication or part that was under way can still store one,
 * for the rows that would tell of it are gone then.
 */
const promiseErasure = (keys: readonly string[], now: number): Statement[] => {
  const unique = [...new Set(keys)];
  if (unique.length === 0) return [];
  return [now, now + CONSUMER_MAX_WALL_MS].map((moment) =>
    recordEvent('erase', { keys: unique }, moment),
  );
};

/** Subtracts what the rows say at this moment, so a chunk that another run has taken already changes nothing. */
const accountImages = (userId: number, ids: string): Statement[] => {
  // The plus keeps SQLite from reading all images of the user instead of these by their ids.
  const own = 'FROM images i WHERE +i.user_id = ? AND i.id IN (SELECT value FROM json_each(?))';
  const bytes = `(SELECT coalesce(sum(v.size), 0) FROM image_variants v
    WHERE v.image_file_id IN (SELECT i.image_file_id ${own}))`;
  const reserved = `(SELECT coalesce(sum(s.reserved_bytes), 0) FROM upload_sessions s
    WHERE s.image_id IN (SELECT i.id ${own}))`;
  const selection = [userId, ids] as const;
  const sums = [...selection, ...selection, ...selection];
  return [
    statement(
      `UPDATE users SET storage_used = storage_used - ${bytes}, storage_reserved = storage_reserved - ${reserved},
         image_count = image_count - (SELECT count(*) ${own}) WHERE id = ?`,
      ...sums,
      userId,
    ),
    statement(
      `UPDATE site_totals SET storage_used = storage_used - ${bytes}, storage_reserved = storage_reserved - ${reserved},
         images = images - (SELECT count(*) ${own}), views = views - (SELECT coalesce(sum(i.view_count), 0) ${own})`,
      ...sums,
      ...selection,
    ),
  ];
};

/** Tokens, publication jobs and processing events go with their images. */
const removeImages = (userId: number, images: readonly DoomedImage[], ids: string): Statement[] => [
  statement(
    'DELETE FROM upload_sessions WHERE +user_id = ? AND image_id IN (SELECT value FROM json_each(?))',
    userId,
    ids,
  ),
  statement(
    'DELETE FROM images WHERE +user_id = ? AND id IN (SELECT value FROM json_each(?))',
    userId,
    ids,
  ),
  ...['image_variants WHERE image_file_id', 'image_files WHERE id'].map((rows) =>
    statement(
      `DELETE FROM ${rows} IN (SELECT value FROM json_each(?))`,
      JSON.stringify(images.map(({ imageFileId }) => imageFileId)),
    ),
  ),
];

const isCached = ({ visibility, processingStatus }: DoomedImage): boolean =>
  visibility === 'public' && processingStatus === 'completed';

/** Erases the next images of an account in `deleting`, in one batch; gives how many there were. */
export const eraseImages = async (
  { clock, db }: EraseServices,
  userId: number,
): Promise<number> => {
  const images = await db.all<DoomedImage>(statement(SELECT_IMAGES, userId, IMAGES_PER_CHUNK));
  if (images.length === 0) return 0;
  const now = clock.now();
  const ids = JSON.stringify(images.map(({ id }) => id));
  const keys = images.flatMap((image) => [
    ...(JSON.parse(image.variantKeys) as string[]),
    ...keysOf(image),
  ]);
  await db.batch([
    requireDeleting(userId),
    ...accountImages(userId, ids),
    ...promiseErasure(keys, now),
    ...images
      .filter(isCached)
      .map((image) => recordEvent('purge', { paths: publicPaths(image) }, now)),
    ...removeImages(userId, images, ids),
  ]);
  return images.length;
};

/** Erases the next upload sessions that have become no image, whatever their state; gives how many there were. */
export const eraseUploads = async (
  { clock, db }: EraseServices,
  userId: number,
): Promise<number> => {
  const sessions = await db.all<Pick<DoomedImage, 'masterKey' | 'sourceKey'> & { id: string }>(
    statement(
      `SELECT s.upload_id AS id, master.object_key AS masterKey, source.object_key AS sourceKey
       FROM upload_sessions s
       LEFT JOIN upload_parts master ON master.upload_id = s.upload_id AND master.kind = 'master'
       LEFT JOIN upload_parts source ON source.upload_id = s.upload_id AND source.kind = 'publish_source'
       WHERE s.user_id = ? AND NOT EXISTS (SELECT 1 FROM images i WHERE i.id = s.image_id)
       ORDER BY s.upload_id LIMIT ?`,
      userId,
      UPLOADS_PER_CHUNK,
    ),
  );
  if (sessions.length === 0) return 0;
  const ids = JSON.stringify(sessions.map(({ id }) => id));
  const own = '+user_id = ? AND upload_id IN (SELECT value FROM json_each(?))';
  const reserved = `(SELECT coalesce(sum(reserved_bytes), 0) FROM upload_sessions WHERE ${own})`;
  await db.batch([
    requireDeleting(userId),
    statement(
      `UPDATE users SET storage_reserved = storage_reserved - ${reserved} WHERE id = ?`,
      userId,
      ids,
      userId,
    ),
    statement(
      `UPDATE site_totals SET storage_reserved = storage_reserved - ${reserved}`,
      userId,
      ids,
    ),
    ...promiseErasure(sessions.flatMap(keysOf), clock.now()),
    statement(`DELETE FROM upload_sessions WHERE ${own}`, userId, ids),
  ]);
  return sessions.length;
};
