import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { prepareRelease } from '../accounting/release-reservations.ts';
import { keyParts, listUploadKeys } from '../publication/key-parts.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { countErased, promiseErasure, requireDeleting } from './erasure-chunk.ts';

const UPLOADS_PER_CHUNK = 100;

type Chunk = { userId: number; uploadIds: readonly string[] };

/** Includes sessions in any state, `most` at most. Returns their number. */
export function eraseUploads(
  services: Pick<Services, 'clock' | 'db' | 'log'>,
  userId: number,
  most: number,
): Promise<number> {
  return sweepRows(services, {
    part: 'erase_uploads',
    select: (seen) => services.db.run(selectUploads({ userId, seen })),
    limit: UPLOADS_PER_CHUNK,
    most,
    keyOf: ({ uploadId }) => uploadId,
    handle: (uploads) => eraseChunk(services, userId, uploads),
  });
}

type DoomedUpload = ReturnType<ReturnType<typeof selectUploads>['read']>[number];

async function eraseChunk(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  userId: number,
  uploads: readonly DoomedUpload[],
): Promise<number> {
  const chunk: Chunk = { userId, uploadIds: uploads.map(({ uploadId }) => uploadId) };
  const batch = db.batch({
    isDeleting: requireDeleting({ userId }),
    released: releaseUploads(chunk),
    promised: promiseErasure(uploads.flatMap(listUploadKeys), clock.now()),
    deleted: deleteUploads(chunk),
  });
  return countErased(batch, uploads.length);
}

const selectUploads = prepareAll((p: Params<{ userId: number; seen: readonly RowKey[] }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(uploadSessions.uploadId);
  return query
    .select({
      uploadId: uploadSessions.uploadId,
      originalKey: uploadSessions.originalKey,
      masterKey: master.objectKey,
      sourceKey: source.objectKey,
    })
    .from(uploadSessions)
    .leftJoin(master, joinMaster)
    .leftJoin(source, joinSource)
    .where(
      and(
        eq(uploadSessions.userId, p.userId),
        notInArray(uploadSessions.uploadId, jsonValues(p.seen)),
        sql`NOT EXISTS (SELECT 1 FROM ${images} WHERE ${eq(images.id, uploadSessions.imageId)})`,
      ),
    )
    .limit(UPLOADS_PER_CHUNK);
});

const releaseUploads = prepareRelease(isInChunk);

const deleteUploads = prepareWrite((chunk: Params<Chunk>) =>
  query.delete(uploadSessions).where(isInChunk(chunk)),
);

/** The unary plus makes SQLite use the upload ids. */
function isInChunk(p: Params<Chunk>): SQL | undefined {
  return and(
    sql`+${uploadSessions.userId} = ${p.userId}`,
    inArray(uploadSessions.uploadId, jsonValues(p.uploadIds)),
  );
}
