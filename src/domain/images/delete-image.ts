/**
 * Deletion of one image.
 *
 * - One batch takes out the rows (tokens, job and processing events go with the image), changes the totals by what the
 *   rows say at that moment, and promises in the outbox that objects and cached copies go.
 * - The batch refuses when the image is no longer what was looked at, so of two deletions one wins, and a publication
 *   that is started again meanwhile loses nothing.
 * - A publication that lost its lease may still store an object: the upload session is swept once more after the
 *   longest time that one can live.
 */

import { statement, type Statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { withdrawPublic } from '../delivery/withdraw-public.ts';
import { announceEvents } from '../outbox/announce-events.ts';
import { recordEvent } from '../outbox/events.ts';
import { CONSUMER_MAX_WALL_MS } from '../erasure/late-writers.ts';
import type { Services } from '../services.ts';
import type { ListedImage } from './listed-image.ts';
import { publicPaths } from './public-paths.ts';
import { writeImage } from './write-image.ts';

export interface Deletion {
  readonly imageId: number;
  /** The sizes of all variants together. */
  readonly freedBytes: number;
  /** The owner's, after the deletion. */
  readonly storageUsed: number;
  readonly storageQuota: number;
}

const FREED = 'SELECT coalesce(sum(size), 0) FROM image_variants WHERE image_file_id = ?';
const GIVEN_BACK =
  'SELECT coalesce(sum(reserved_bytes), 0) FROM upload_sessions WHERE image_id = ?';

const account = ({ id, userId, imageFileId }: ListedImage): Statement[] => {
  const amounts = `storage_used = storage_used - (${FREED}),
    storage_reserved = storage_reserved - (${GIVEN_BACK})`;
  return [
    statement(
      `UPDATE users SET ${amounts}, image_count = image_count - 1 WHERE id = ?`,
      imageFileId,
      id,
      userId,
    ),
    statement(
      `UPDATE site_totals SET ${amounts}, images = images - 1,
         views = views - (SELECT view_count FROM images WHERE id = ?)`,
      imageFileId,
      id,
      id,
    ),
  ];
};

/** The objects that are known of the image, its upload's parts among them. */
const promiseErasure = ({ id, imageFileId }: ListedImage, now: number): Statement =>
  statement(
    `INSERT INTO outbox_events (kind, payload, available_at, created_at)
     SELECT 'erase', json_object('keys', json_group_array(object_key)), ?, ? FROM (
       SELECT object_key FROM image_variants WHERE image_file_id = ?
       UNION
       SELECT object_key FROM upload_parts
       WHERE upload_id IN (SELECT upload_id FROM upload_sessions WHERE image_id = ?))
     HAVING count(*) > 0`,
    now,
    now,
    imageFileId,
    id,
  );

const removeRows = ({ id, imageFileId }: ListedImage, now: number): Statement[] => [
  statement(
    `UPDATE upload_sessions SET reserved_bytes = 0, erase_due_at = max(coalesce(erase_due_at, 0), ?)
     WHERE image_id = ?`,
    now + CONSUMER_MAX_WALL_MS,
    id,
  ),
  statement('DELETE FROM images WHERE id = ?', id),
  statement('DELETE FROM image_variants WHERE image_file_id = ?', imageFileId),
  statement('DELETE FROM image_files WHERE id = ?', imageFileId),
];

/** Whether caches may hold it. A private image's public copies were purged when it became private. */
const isPurged = ({ visibility, processingStatus }: ListedImage): boolean =>
  visibility === 'public' && processingStatus === 'completed';

/** The whole deletion; its first statement gives `freed`, its last one the owner's figures. */
const deletion = (image: ListedImage, now: number): Statement[] => [
  statement(`SELECT (${FREED}) AS freed`, image.imageFileId),
  ...account(image),
  promiseErasure(image, now),
  ...(isPurged(image) ? [recordEvent('purge', { paths: publicPaths(image) }, now)] : []),
  ...removeRows(image, now),
  statement('SELECT storage_used, storage_quota FROM users WHERE id = ?', image.userId),
];

type DeleteServices = Pick<
  Services,
  'db' | 'clock' | 'log' | 'publicCache' | 'outboxQueue' | 'background'
>;

/**
 * Deletes an image for its owner or an administrator; its objects follow by way of the outbox.
 * @throws {DomainError} image_not_found, image_forbidden, account_locked during the owner's deletion lock, image_in_work while the image is in work.
 */
export const deleteImage = async (
  services: DeleteServices,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
): Promise<Deletion> => {
  const { clock, background } = services;
  const { image, results } = await writeImage(services, actor, imageId, (access) =>
    deletion(access.image, clock.now()),
  );
  background(announceEvents(services, 'erase'));
  if (isPurged(image)) {
    background(announceEvents(services, 'purge'));
    await withdrawPublic(services, image.uniqueLink);
  }
  const owner = results?.at(-1)?.rows[0];
  return {
    imageId,
    freedBytes: Number(results?.[0]?.rows[0]?.['freed']),
    storageUsed: Number(owner?.['storage_used']),
    storageQuota: Number(owner?.['storage_quota']),
  };
};
