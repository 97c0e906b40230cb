import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { imageFiles, images, imageVariants, type ImageRow } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { countedImages, countedViews, reservedBytes, storedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { eraseRenditions } from '../erasure/erase-renditions.ts';
import { eraseShareViewsOf } from '../erasure/erase-share-views.ts';
import { purgedPaths } from '../links/make-link.ts';
import { recordPurges } from '../outbox/record-purges.ts';
import { keyParts, listUploadKeys } from '../publication/key-parts.ts';
import type { Services } from '../services.ts';
import { deleteFiles } from '../variants/delete-files.ts';
import { listPossibleKeys } from '../variants/possible-keys.ts';
import { variantRows } from '../variants/stored-variants.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { countErased, promiseErasure, requireDeleting } from './erasure-chunk.ts';

/** At most eight objects each, and 44 renditions: an event takes at most three calls to the bucket. */
const IMAGES_PER_CHUNK = 50;

type Chunk = { userId: number; imageIds: readonly number[] };

type DoomedImage = ReturnType<ReturnType<typeof selectDoomedImages>['read']>[number];

export function eraseImages(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'log'>,
  userId: number,
  most: number,
): Promise<number> {
  return sweepRows(services, {
    part: 'erase_images',
    select: (seen) => services.db.run(selectDoomedImages({ userId, seen })),
    limit: IMAGES_PER_CHUNK,
    most,
    keyOf: ({ id }) => id,
    handle: (doomed) => eraseChunk(services, userId, doomed),
  });
}

async function eraseChunk(
  { clock, config, db }: Pick<Services, 'clock' | 'config' | 'db'>,
  userId: number,
  doomed: readonly DoomedImage[],
): Promise<number> {
  const now = clock.now();
  const chunk: Chunk = { userId, imageIds: doomed.map(({ id }) => id) };
  const keys = doomed.flatMap((image) => [
    ...listPossibleKeys(image),
    ...image.rows.map(({ objectKey }) => objectKey),
    ...listUploadKeys(image),
  ]);
  const batch = db.batch({
    isDeleting: requireDeleting({ userId }),
    totals: subtractImages(chunk),
    erasure: promiseErasure(keys, now),
    renditions: eraseRenditions(doomed, now, config),
    views: eraseShareViewsOf(chunk.imageIds, now),
    purges: recordPurges(doomed.filter(isCached).map(purgedPaths), now),
    // Tokens, share links, publication jobs and processing events cascade from images, parts from upload sessions.
    uploads: deleteUploads(chunk),
    images: deleteImages(chunk),
    files: deleteFiles(doomed.map(({ imageFileId }) => imageFileId)),
  });
  return countErased(batch, doomed.length);
}

function isCached({
  visibility,
  processingStatus,
}: Pick<ImageRow, 'visibility' | 'processingStatus'>): boolean {
  return visibility === 'public' && processingStatus === 'completed';
}

// Unordered: sorting would read the whole library for each chunk.
const selectDoomedImages = prepareAll((p: Params<{ userId: number; seen: readonly RowKey[] }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(uploadSessions.uploadId);
  return query
    .select({
      id: images.id,
      imageFileId: images.imageFileId,
      uniqueLink: images.uniqueLink,
      pipelineVersion: images.pipelineVersion,
      visibility: images.visibility,
      processingStatus: images.processingStatus,
      storagePath: imageFiles.storagePath,
      rows: variantRows(eq(imageVariants.imageFileId, images.imageFileId)),
      originalKey: uploadSessions.originalKey,
      masterKey: master.objectKey,
      sourceKey: source.objectKey,
    })
    .from(images)
    .innerJoin(imageFiles, eq(imageFiles.id, images.imageFileId))
    .leftJoin(uploadSessions, eq(uploadSessions.imageId, images.id))
    .leftJoin(master, joinMaster)
    .leftJoin(source, joinSource)
    .where(and(eq(images.userId, p.userId), notInArray(images.id, jsonValues(p.seen))))
    .limit(IMAGES_PER_CHUNK);
});

/** Subtracts current rows, so that a chunk erased by another run changes nothing. */
const subtractImages = prepareTotalsChange((chunk: Params<Chunk>) => {
  const own = isInChunk(chunk);
  const files = sql`(SELECT ${images.imageFileId} FROM ${images} WHERE ${own})`;
  const ids = sql`(SELECT ${images.id} FROM ${images} WHERE ${own})`;
  return {
    userId: chunk.userId,
    storageUsed: minus(storedBytes(inArray(imageFiles.id, files))),
    storageReserved: minus(reservedBytes(inArray(uploadSessions.imageId, ids))),
    images: minus(countedImages(own)),
    views: minus(countedViews(own)),
  };
});

const deleteUploads = prepareWrite((p: Params<Chunk>) =>
  query
    .delete(uploadSessions)
    .where(
      and(
        sql`+${uploadSessions.userId} = ${p.userId}`,
        inArray(uploadSessions.imageId, jsonValues(p.imageIds)),
      ),
    ),
);

const deleteImages = prepareWrite((chunk: Params<Chunk>) =>
  query.delete(images).where(isInChunk(chunk)),
);

/** The unary plus makes SQLite use the image ids. */
function isInChunk(p: Params<Chunk>): SQL | undefined {
  return and(sql`+${images.userId} = ${p.userId}`, inArray(images.id, jsonValues(p.imageIds)));
}
