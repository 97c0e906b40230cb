import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { insertFrom, notExistsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, imageVariants, type Visibility } from '../../db/schema/images.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Slots } from '../../db/statement.ts';
import { baseName } from '../../lib/base-name.ts';
import { searchColumns } from '../../lib/search-text.ts';
import { isStoredPart, STORED_PART_KINDS, VARIANT_MIME_TYPE } from '../../lib/variants.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { imageUnder, queuePublication } from '../publication/queue-publication.ts';
import { selectUpload, type Upload } from './find-upload.ts';
import { PIPELINE_VERSION } from './recipe.ts';
import { OPEN_STATUSES } from './upload-state.ts';

/**
 * The batch that makes an image of a session: session, file, image, variants, accounting, publication job and event.
 * What the stored parts take moves from the reservation to what is used; the rest stays reserved until publication.
 * Guards: not_open when the session has closed, expired or lacks a part; account_locked.
 */
export function commitImage(upload: Upload, userId: number, now: number) {
  const { uploadId, uniqueLink } = upload;
  const stored = upload.parts.filter(({ kind }) => isStoredPart(kind));
  const bytes = stored.reduce((sum, { size }) => sum + size, 0);
  return {
    begun: [beginProcessing({ uploadId, userId, now }), guard('not_open')],
    file: insertFile({ bytes, now }),
    image: insertImage({ ...imageOf(upload), userId, now }),
    variants: insertVariants({ uploadId, uniqueLink, now }),
    totals: accountForParts({ userId, bytes }),
    reservation: releaseParts({ uploadId, uniqueLink, bytes }),
    ...queuePublication({ uniqueLink, uploadId, now }),
    upload: selectUpload({ userId, uploadId }),
  };
}

/** A file's name without its folders and its extension; a name that is nothing else stays whole. */
export function titleOf(filename: string): string {
  const name = baseName(filename) || filename;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

const beginProcessing = prepareWrite(
  ({ uploadId, userId, now }: Slots<{ uploadId: string; userId: number; now: number }>) =>
    query
      .update(uploadSessions)
      .set({ status: 'processing' })
      .where(
        and(
          eq(uploadSessions.uploadId, uploadId),
          eq(uploadSessions.userId, userId),
          inArray(uploadSessions.status, OPEN_STATUSES),
          gt(uploadSessions.expiresAt, now),
          notExistsIn(
            uploadParts,
            and(
              eq(uploadParts.uploadId, uploadSessions.uploadId),
              ne(uploadParts.status, 'uploaded'),
            ),
          ),
        ),
      ),
);

const insertFile = prepareWrite(({ bytes, now }: Slots<{ bytes: number; now: number }>) =>
  query.insert(imageFiles).values({ size: bytes, createdAt: now }),
);

interface NewImage {
  readonly uniqueLink: string;
  readonly title: string;
  readonly filename: string;
  readonly visibility: Visibility;
  readonly width: number;
  readonly height: number;
  readonly fileSize: number;
  readonly titleKey: string;
  readonly searchText: string;
}

function imageOf({ uniqueLink, filename, visibility, parts }: Upload): NewImage {
  const master = parts.find(({ kind }) => kind === 'master');
  if (master === undefined) throw new Error('an upload session has no master');
  const { width, height, size: fileSize } = master;
  const title = titleOf(filename);
  const searched = searchColumns({ title, filename, description: '' });
  return { uniqueLink, title, filename, visibility, width, height, fileSize, ...searched };
}

const insertImage = prepareWrite(
  (slots: Slots<{ [Name in keyof NewImage]: NewImage[Name] } & { userId: number; now: number }>) =>
    query.insert(images).values({
      userId: slots.userId,
      // The file has been inserted just before.
      imageFileId: sql`last_insert_rowid()`,
      uniqueLink: slots.uniqueLink,
      title: slots.title,
      filename: slots.filename,
      visibility: slots.visibility,
      pipelineVersion: PIPELINE_VERSION,
      processingStatus: 'pending',
      width: slots.width,
      height: slots.height,
      fileSize: slots.fileSize,
      createdAt: slots.now,
      updatedAt: slots.now,
      titleKey: slots.titleKey,
      searchText: slots.searchText,
    }),
);

const insertVariants = prepareWrite(
  ({ uploadId, uniqueLink, now }: Slots<{ uploadId: string; uniqueLink: string; now: number }>) =>
    insertFrom(
      imageVariants,
      {
        imageFileId: images.imageFileId,
        kind: uploadParts.kind,
        objectKey: uploadParts.objectKey,
        mimeType: VARIANT_MIME_TYPE,
        size: uploadParts.size,
        sha256: uploadParts.sha256,
        width: uploadParts.width,
        height: uploadParts.height,
        createdAt: now,
      },
      sql`FROM ${uploadParts}, ${images} WHERE ${and(
        eq(uploadParts.uploadId, uploadId),
        inArray(uploadParts.kind, STORED_PART_KINDS),
        eq(images.uniqueLink, uniqueLink),
      )}`,
    ),
);

const accountForParts = prepareTotalsChange(
  ({ userId, bytes }: Slots<{ userId: number; bytes: number }>) => ({
    userId,
    storageUsed: bytes,
    storageReserved: minus(bytes),
    images: 1,
    provided: eq(users.status, 'active'),
  }),
  'account_locked',
);

const releaseParts = prepareWrite(
  ({
    uploadId,
    uniqueLink,
    bytes,
  }: Slots<{ uploadId: string; uniqueLink: string; bytes: number }>) =>
    query
      .update(uploadSessions)
      .set({
        reservedBytes: sql`${uploadSessions.reservedBytes} - ${bytes}`,
        imageId: imageUnder(uniqueLink),
      })
      .where(eq(uploadSessions.uploadId, uploadId)),
);
