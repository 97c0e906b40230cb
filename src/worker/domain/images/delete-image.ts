/**
 * - One batch deletes the rows (tokens, links, job and processing events cascade), updates the totals from the current rows,
 *   and queues the erasure of objects and the purge of caches.
 * - The batch refuses an image that has changed since it was read, so only one of two deletions wins.
 * - A publication without its lease may still store an object: the upload session is swept once more after that time.
 */

import { eq, inArray, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareOne, prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { reservedBytes, storedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { eraseRenditions } from '../erasure/erase-renditions.ts';
import { eraseShareViewsOf } from '../erasure/erase-share-views.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import { purgedPaths } from '../links/make-link.ts';
import { announceEvents } from '../outbox/announce-events.ts';
import { prepareErasureOf } from '../outbox/events.ts';
import { recordPurges } from '../outbox/record-purges.ts';
import type { Services } from '../services.ts';
import { deleteFiles } from '../variants/delete-files.ts';
import { possibleKeys } from '../variants/possible-keys.ts';
import type { ImageActor } from './access-image.ts';
import type { ListedImage } from './listed-image.ts';
import { invalidatePublic } from './invalidate-public.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from './write-image.ts';

export interface Deletion {
  readonly imageId: number;
  readonly freedBytes: number;
  readonly storageUsed: number;
  readonly storageQuota: number;
}

export type DeleteServices = Pick<
  Services,
  'config' | 'db' | 'clock' | 'log' | 'publicCache' | 'outboxQueue' | 'background'
>;

export const DELETE_IMAGE_ERRORS = WRITE_IMAGE_ERRORS;

/** The actor's own account must be active; the owner's may be locked or suspended. */
export async function deleteImage(
  services: DeleteServices,
  actor: ImageActor,
  imageId: number,
): Promise<Deletion> {
  const { image, results } = await writeImage(
    services,
    actor,
    imageId,
    {
      action: 'delete_image',
      describe: ({ uniqueLink: link, filename: name }) => ({ link, name }),
    },
    (access) => planDeletion(services, access.image),
    (found) => announceRemoval(services, found),
  );
  await announceRemoval(services, image);
  return { imageId, freedBytes: results.freed.bytes, ...results.owner };
}

/** After the commit, and before the answer. */
export async function announceRemoval(services: DeleteServices, image: ListedImage): Promise<void> {
  const { background } = services;
  background(announceEvents(services, 'erase'));
  if (!isPurged(image)) return;
  background(announceEvents(services, 'purge'));
  await invalidatePublic(services, image);
}

function planDeletion({ clock, config }: DeleteServices, image: ListedImage) {
  const now = clock.now();
  const { id: imageId, imageFileId, userId } = image;
  return {
    freed: selectFreed({ imageFileId }),
    totals: takeTotals({ userId, imageId, imageFileId }),
    erasure: eraseObjects({ imageId, imageFileId, now }),
    renditions: eraseRenditions([image], now, config),
    views: eraseShareViewsOf([imageId], now),
    purge: isPurged(image) ? recordPurges([purgedPaths(image)], now) : [],
    removed: removeRow(imageId, now),
    files: deleteFiles([imageFileId]),
    owner: selectOwner({ userId }),
  };
}

/** A private image's public copies are already purged. */
export function isPurged({ visibility, processingStatus }: ListedImage): boolean {
  return visibility === 'public' && processingStatus === 'completed';
}

/** With what cascades from it. */
export function removeRow(imageId: number, now: number): Statement<number>[] {
  return [releaseSession({ imageId, eraseDueAt: lastPublicationAt(now) }), deleteRow({ imageId })];
}

const selectFreed = prepareOne(
  (p: Params<{ imageFileId: number }>) =>
    sql<{
      bytes: number;
    }>`SELECT ${storedBytes(eq(imageFiles.id, p.imageFileId))} AS bytes`,
);

const takeTotals = prepareTotalsChange(
  (p: Params<{ userId: number; imageId: number; imageFileId: number }>) => ({
    userId: p.userId,
    storageUsed: minus(storedBytes(eq(imageFiles.id, p.imageFileId))),
    storageReserved: minus(reservedBytes(eq(uploadSessions.imageId, p.imageId))),
    images: -1,
    views: minus(
      query.select({ views: images.viewCount }).from(images).where(eq(images.id, p.imageId)),
    ),
  }),
);

const eraseObjects = prepareErasureOf((p: Params<{ imageId: number; imageFileId: number }>) =>
  query
    .select({ key: sql<string>`${imageVariants.objectKey}`.as('key') })
    .from(imageVariants)
    .where(eq(imageVariants.imageFileId, p.imageFileId))
    .union(possibleKeys(eq(images.id, p.imageId)))
    .union(
      query
        .select({ key: sql<string>`${uploadParts.objectKey}`.as('key') })
        .from(uploadParts)
        .where(
          inArray(
            uploadParts.uploadId,
            query
              .select({ uploadId: uploadSessions.uploadId })
              .from(uploadSessions)
              .where(eq(uploadSessions.imageId, p.imageId)),
          ),
        ),
    )
    .as('doomed'),
);

const releaseSession = prepareWrite((p: Params<{ imageId: number; eraseDueAt: number }>) =>
  query
    .update(uploadSessions)
    .set({
      reservedBytes: 0,
      eraseDueAt: sql`max(coalesce(${uploadSessions.eraseDueAt}, 0), ${p.eraseDueAt})`,
    })
    .where(eq(uploadSessions.imageId, p.imageId)),
);

const deleteRow = prepareWrite((p: Params<{ imageId: number }>) =>
  query.delete(images).where(eq(images.id, p.imageId)),
);

export const selectOwner = prepareOne((p: Params<{ userId: number }>) =>
  query
    .select({ storageUsed: users.storageUsed, storageQuota: users.storageQuota })
    .from(users)
    .where(eq(users.id, p.userId)),
);
