import { eq, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, type Visibility } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { baseName } from '../../lib/base-name.ts';
import { searchColumns } from '../../lib/search-text.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { imageUnder } from '../publication/processing-events.ts';
import { queuePublication } from '../publication/queue-publication.ts';

/** The image that a session becomes; sizes in bytes. */
export interface NewImage {
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly userId: number;
  readonly pipelineVersion: number;
  readonly filename: string;
  /** Null for the file's name without its extension. */
  readonly title: string | null;
  readonly description: string;
  readonly visibility: Visibility;
  readonly width: number;
  readonly height: number;
  /** As its owner is told. */
  readonly fileSize: number;
  /** What its variants take. */
  readonly storedBytes: number;
  /** What its session had reserved for them. */
  readonly reservedBytes: number;
  readonly now: number;
}

/**
 * What makes an image of a session that has just begun to be processed, but for its variants: file, image, accounting,
 * publication job and event. What else the session has reserved stays so until publication. Guard: account_locked.
 */
export function makeImage(image: NewImage) {
  const { uploadId, uniqueLink, userId, storedBytes, reservedBytes, now } = image;
  const texts = { ...image, title: image.title ?? titleOf(image.filename) };
  return {
    file: insertFile({ storedBytes, now }),
    image: insertImage({ ...texts, ...searchColumns(texts) }),
    totals: accountForImage({ userId, storedBytes, reservedBytes }),
    reservation: releaseBytes({ uploadId, uniqueLink, reservedBytes }),
    ...queuePublication({ uniqueLink, uploadId, now }),
  };
}

/** A file's name without its folders and its extension; a name that is nothing else stays whole. */
function titleOf(filename: string): string {
  const name = baseName(filename) || filename;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

const insertFile = prepareWrite((p: Params<{ storedBytes: number; now: number }>) =>
  query.insert(imageFiles).values({ size: p.storedBytes, createdAt: p.now }),
);

type ImageValues = { [Name in keyof NewImage]: NewImage[Name] } & {
  title: string;
  titleKey: string;
  searchText: string;
};

const insertImage = prepareWrite((slots: Params<ImageValues>) =>
  query.insert(images).values({
    userId: slots.userId,
    // The file has been inserted just before.
    imageFileId: sql`last_insert_rowid()`,
    uniqueLink: slots.uniqueLink,
    title: slots.title,
    filename: slots.filename,
    description: slots.description,
    visibility: slots.visibility,
    pipelineVersion: slots.pipelineVersion,
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

const accountForImage = prepareTotalsChange(
  (p: Params<{ userId: number; storedBytes: number; reservedBytes: number }>) => ({
    userId: p.userId,
    storageUsed: p.storedBytes,
    storageReserved: minus(p.reservedBytes),
    images: 1,
    provided: eq(users.status, 'active'),
  }),
  'account_locked',
);

const releaseBytes = prepareWrite(
  (p: Params<{ uploadId: string; uniqueLink: string; reservedBytes: number }>) =>
    query
      .update(uploadSessions)
      .set({
        reservedBytes: sql`${uploadSessions.reservedBytes} - ${p.reservedBytes}`,
        imageId: imageUnder(p.uniqueLink),
      })
      .where(eq(uploadSessions.uploadId, p.uploadId)),
);
