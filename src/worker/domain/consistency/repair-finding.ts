import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { assignments, existsIn, insertFrom, notExistsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import {
  prepareAll,
  prepareFirst,
  prepareWrite,
  type SqlParam,
  type Params,
} from '../../db/statement.ts';
import { recountSite, recountUser } from '../accounting/recount.ts';
import { recountUsers } from '../accounts/recount-users.ts';
import { recordEvent } from '../outbox/events.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import { storedVariants, type FileOwner } from '../variants/stored-variants.ts';
import type { ConsistencyServices, Repair } from './finding.ts';
import { recountAlbums, repairAlbum } from './repair-album.ts';

/** Idempotent and safe beside other work. */
export async function repairFinding(services: ConsistencyServices, repair: Repair): Promise<void> {
  const { db, directory, objects, clock } = services;
  switch (repair.action) {
    case 'erase_object':
      return objects.erase([repair.key]);
    case 'await_part':
      await db.batch({ part: awaitPart({ uploadId: repair.uploadId, kind: repair.kind }) });
      return;
    case 'recount_user':
      return recountUser(db, repair.userId);
    case 'recount_file':
      return recountFile(services, repair.imageFileId);
    case 'recount_site':
      return recountSite(db);
    case 'recount_user_ranges':
      return recountUsers(directory);
    case 'recount_albums':
      return recountAlbums(services, repair.userId);
    case 'repair_album':
      return repairAlbum(services, repair.albumId);
    case 'remove_file':
      return removeFile(services, repair.imageFileId);
    case 'forget_trashed':
      return forgetTrashed(services, repair.imageId);
    case 'release_session':
      return releaseSession(services, repair.uploadId);
    case 'requeue_image':
      await db.batch({ job: requeueImage({ imageId: repair.imageId, now: clock.now() }) });
      return;
  }
}

/** Lets the client send this part of an open session again. */
const awaitPart = prepareWrite((p: Params<{ uploadId: string; kind: string }>) =>
  query
    .update(uploadParts)
    .set({ status: 'pending', uploadedAt: null })
    .where(
      and(
        eq(uploadParts.uploadId, p.uploadId),
        sql`${uploadParts.kind} = ${p.kind}`,
        existsIn(
          uploadSessions,
          and(
            eq(uploadSessions.uploadId, p.uploadId),
            inArray(uploadSessions.status, OPEN_STATUSES),
          ),
        ),
      ),
    ),
);

async function recountFile({ db }: ConsistencyServices, imageFileId: number): Promise<void> {
  const file =
    (await db.run(selectFile({ imageFileId }))) ??
    (await db.run(selectTrashedFile({ imageFileId })));
  if (file === null) return;
  const size = file.variants.reduce((sum, variant) => sum + variant.size, 0);
  await db.batch({ file: setSize({ imageFileId, stated: file.stated, size }) });
}

const selectFile = prepareSelectFile(images);
const selectTrashedFile = prepareSelectFile(trashedImages);

function prepareSelectFile(owner: FileOwner) {
  return prepareFirst((p: Params<{ imageFileId: number }>) =>
    query
      .select({ stated: imageFiles.size, variants: storedVariants(owner) })
      .from(imageFiles)
      .innerJoin(owner, eq(owner.imageFileId, imageFiles.id))
      .where(eq(imageFiles.id, p.imageFileId)),
  );
}

/** A variant that was added since has changed the size. */
const setSize = prepareWrite((p: Params<{ imageFileId: number; stated: number; size: number }>) =>
  query
    .update(imageFiles)
    .set({ size: p.size })
    .where(and(eq(imageFiles.id, p.imageFileId), eq(imageFiles.size, p.stated))),
);

/** The keys of packed variants follow from the image's link, which is gone: a later check finds their objects. */
async function removeFile({ db, clock }: ConsistencyServices, imageFileId: number): Promise<void> {
  const variants = await db.run(selectUnowned({ imageFileId }));
  const keys = variants.map(({ objectKey }) => objectKey);
  await db.batch({
    variants: deleteUnownedVariants({ imageFileId }),
    packed: clearUnownedFile({ imageFileId }),
    file: deleteUnownedFile({ imageFileId }),
    erasure: recordEvent('erase', { keys }, clock.now()),
  });
}

const selectUnowned = prepareAll((p: Params<{ imageFileId: number }>) =>
  query
    .select({ objectKey: imageVariants.objectKey })
    .from(imageVariants)
    .where(and(eq(imageVariants.imageFileId, p.imageFileId), isUnowned(p.imageFileId))),
);

const deleteUnownedVariants = prepareWrite((p: Params<{ imageFileId: number }>) =>
  query
    .delete(imageVariants)
    .where(and(eq(imageVariants.imageFileId, p.imageFileId), isUnowned(p.imageFileId))),
);

/** As the trigger of migration 25 asks for. */
const clearUnownedFile = prepareWrite((p: Params<{ imageFileId: number }>) =>
  query
    .update(imageFiles)
    .set({ variants: null })
    .where(and(eq(imageFiles.id, p.imageFileId), isUnowned(p.imageFileId))),
);

const deleteUnownedFile = prepareWrite((p: Params<{ imageFileId: number }>) =>
  query.delete(imageFiles).where(and(eq(imageFiles.id, p.imageFileId), isUnowned(p.imageFileId))),
);

function isUnowned(imageFileId: SqlParam<number>): SQL | undefined {
  return and(
    notExistsIn(images, eq(images.imageFileId, imageFileId)),
    notExistsIn(trashedImages, eq(trashedImages.imageFileId, imageFileId)),
  );
}

/** Of an image that is in the library as well. */
async function forgetTrashed({ db }: ConsistencyServices, imageId: number): Promise<void> {
  const trashed = await db.run(selectTrashedOwner({ imageId }));
  if (trashed === null) return;
  await recountUser(db, trashed.userId, [deleteTrashed({ imageId })]);
  await recountSite(db);
}

const selectTrashedOwner = prepareFirst((p: Params<{ imageId: number }>) =>
  query
    .select({ userId: trashedImages.userId })
    .from(trashedImages)
    .where(eq(trashedImages.id, p.imageId)),
);

const deleteTrashed = prepareWrite((p: Params<{ imageId: number }>) =>
  query
    .delete(trashedImages)
    .where(and(eq(trashedImages.id, p.imageId), existsIn(images, eq(images.id, p.imageId)))),
);

async function releaseSession({ db }: ConsistencyServices, uploadId: string): Promise<void> {
  const session = await db.run(selectOwner({ uploadId }));
  if (session === null) return;
  await recountUser(db, session.userId, [clearReservation({ uploadId })]);
  await recountSite(db);
}

const selectOwner = prepareFirst((p: Params<{ uploadId: string }>) =>
  query
    .select({ userId: users.id })
    .from(uploadSessions)
    .innerJoin(users, eq(users.id, uploadSessions.userId))
    .where(eq(uploadSessions.uploadId, p.uploadId)),
);

const clearReservation = prepareWrite((p: Params<{ uploadId: string }>) =>
  query
    .update(uploadSessions)
    .set({ reservedBytes: 0 })
    .where(
      and(
        eq(uploadSessions.uploadId, p.uploadId),
        inArray(uploadSessions.status, ['completed', 'cancelled']),
      ),
    ),
);

const requeueImage = prepareWrite((p: Params<{ imageId: number; now: number }>) => {
  const insert = insertFrom(
    publicationJobs,
    {
      imageId: uploadSessions.imageId,
      uploadId: uploadSessions.uploadId,
      status: 'queued',
      runAfter: p.now,
      createdAt: p.now,
      updatedAt: p.now,
    },
    sql`FROM ${uploadSessions} WHERE ${and(
      eq(uploadSessions.imageId, p.imageId),
      eq(uploadSessions.status, 'processing'),
    )}`,
  );
  const restart = assignments(publicationJobs, {
    status: 'queued',
    attempts: 0,
    runAfter: p.now,
    leaseId: null,
    leaseExpiresAt: null,
    updatedAt: p.now,
  });
  const key = [publicationJobs.imageId, publicationJobs.kind].map(({ name }) =>
    sql.identifier(name),
  );
  return sql`${insert} ON CONFLICT (${sql.join(key, sql`, `)}) DO UPDATE SET ${restart}
    WHERE ${notInArray(publicationJobs.status, ['queued', 'running'])}`;
});
