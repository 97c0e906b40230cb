/**
 * The trash of an image's owner.
 *
 * - One batch moves the row of `images` into `trashed_images`, with its tokens, share links and places in albums. To everything else, the image
 *   is deleted: lists, links, counts and caches.
 * - File and objects stay, and count in the quota. An AVIF that is still to be made waits with its upload.
 */

import { and, eq, inArray, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/clock.ts';
import { insertFrom, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { reservedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { eraseRenditions } from '../erasure/erase-renditions.ts';
import { purgedPaths } from '../links/make-link.ts';
import { recordPurges } from '../outbox/record-purges.ts';
import type { ImageActor } from './access-image.ts';
import {
  announceRemoval,
  isPurged,
  removeRow,
  selectOwner,
  type DeleteServices,
  type Deletion,
} from './delete-image.ts';
import { imageAsJson, keptRows } from './kept-rows.ts';
import type { ListedImage } from './listed-image.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from './write-image.ts';

export const TRASH_IMAGE_ERRORS = WRITE_IMAGE_ERRORS;

/** Administrators have no trash for the images of others. */
export async function trashImage(
  services: DeleteServices,
  actor: ImageActor,
  imageId: number,
): Promise<Deletion> {
  const { image, results } = await writeImage(
    services,
    actor,
    imageId,
    'owner_only',
    (access) => planMove(services, access.image),
    (found) => announceRemoval(services, found),
  );
  await announceRemoval(services, image);
  return { imageId, freedBytes: 0, ...results.owner };
}

function planMove({ clock, config }: DeleteServices, image: ListedImage) {
  const now = clock.now();
  const { id: imageId, userId } = image;
  return {
    totals: moveTotals({ userId, imageId }),
    renditions: eraseRenditions([image], now, config),
    purge: isPurged(image) ? recordPurges([purgedPaths(image)], now) : [],
    kept: keepRow({ imageId, now, eraseDueAt: now + config.TRASH_DAYS * DAY_MS }),
    removed: removeRow(imageId, now),
    owner: selectOwner({ userId }),
  };
}

const moveTotals = prepareTotalsChange((p: Params<{ userId: number; imageId: number }>) => ({
  userId: p.userId,
  storageReserved: minus(reservedBytes(eq(uploadSessions.imageId, p.imageId))),
  images: -1,
  trashed: 1,
  views: minus(
    query.select({ views: images.viewCount }).from(images).where(eq(images.id, p.imageId)),
  ),
}));

const keepRow = prepareWrite((p: Params<{ imageId: number; now: number; eraseDueAt: number }>) =>
  insertFrom(
    trashedImages,
    {
      id: images.id,
      userId: images.userId,
      imageFileId: images.imageFileId,
      uniqueLink: images.uniqueLink,
      pipelineVersion: images.pipelineVersion,
      trashedAt: p.now,
      eraseDueAt: p.eraseDueAt,
      image: imageAsJson(),
      imageTokens: keptRows('imageTokens'),
      shareLinks: keptRows('shareLinks'),
      publicationJobs: keptRows(
        'publicationJobs',
        and(
          eq(publicationJobs.kind, 'avif'),
          inArray(publicationJobs.status, ['queued', 'running']),
        ),
      ),
      albumImages: keptRows('albumImages'),
    },
    sql`FROM ${images} WHERE ${eq(images.id, p.imageId)}`,
  ),
);
