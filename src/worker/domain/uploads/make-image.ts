import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, type Visibility } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { titleOf } from '../../lib/base-name.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import type { StoredTaken } from '../texts/stored-taken.ts';
import { textValues, writtenTexts, type TextValues } from '../texts/stored-texts.ts';
import { packVariants } from '../variants/packed-variants.ts';
import { storagePathOf, type StoredVariant } from '../variants/stored-variants.ts';
import { imageUnder, queuePublication } from '../publication/queue-publication.ts';
import { OPEN_STATUSES } from './upload-state.ts';

export interface NewImage extends StoredTaken {
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly userId: number;
  readonly pipelineVersion: number;
  readonly filename: string;
  /** Null for the file's name without its extension. */
  readonly title: string | null;
  readonly description: string;
  readonly altText: string;
  readonly visibility: Visibility;
  readonly width: number;
  readonly height: number;
  readonly fileSize: number;
  /** See variants/source-key.ts. */
  readonly sourceKey: string | null;
  /** What is stored of it. */
  readonly variants: readonly StoredVariant[];
  readonly reservedBytes: number;
  readonly now: number;
}

/**
 * The rest of the reservation stays until publication. Guard: account_locked. The caller's update of the session, with
 * `sessionOfImage`, follows.
 */
export function makeImage(image: NewImage) {
  const { variants, ...values } = image;
  const { uploadId, uniqueLink, userId, reservedBytes, sourceKey, now } = values;
  const storedBytes = variants.reduce((sum, { size }) => sum + size, 0);
  const storagePath = storagePathOf(variants[0]?.objectKey ?? '');
  const texts = { ...values, title: image.title ?? titleOf(image.filename) };
  return {
    file: insertFile({
      storedBytes,
      storagePath,
      packed: packVariants(variants, now),
      sourceKey,
      now,
    }),
    image: insertImage({ ...values, ...textValues(texts) }),
    totals: accountForImage({ userId, storedBytes, reservedBytes }),
    job: queuePublication({ uniqueLink, uploadId, now }),
  };
}

const insertFile = prepareWrite(
  (
    p: Params<{
      storedBytes: number;
      storagePath: string;
      packed: string;
      sourceKey: string | null;
      now: number;
    }>,
  ) =>
    query.insert(imageFiles).values({
      size: p.storedBytes,
      createdAt: p.now,
      storagePath: p.storagePath,
      variants: sql`unhex(${p.packed})`,
      sourceKey: sql`unhex(${p.sourceKey})`,
    }),
);

type ImageValues = {
  [Name in Exclude<keyof NewImage, 'sourceKey' | 'title' | 'variants'>]: NewImage[Name];
} & TextValues;

const insertImage = prepareWrite((p: Params<ImageValues>) =>
  query.insert(images).values({
    userId: p.userId,
    // The statement before inserts the file.
    imageFileId: sql`last_insert_rowid()`,
    uniqueLink: p.uniqueLink,
    filename: p.filename,
    description: p.description,
    altText: p.altText,
    visibility: p.visibility,
    pipelineVersion: p.pipelineVersion,
    processingStatus: 'pending',
    width: p.width,
    height: p.height,
    fileSize: p.fileSize,
    takenAt: p.takenAt,
    camera: p.camera,
    exposure: p.exposure,
    createdAt: p.now,
    updatedAt: p.now,
    ...writtenTexts(p, null),
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

/** Requires the user's session, open and not expired, under a further condition. Goes before `makeImage`. Guard: not_open. */
export function prepareOpenGuard(condition: () => SQL | undefined) {
  return prepareGuard('not_open', (p: Params<{ uploadId: string; userId: number; now: number }>) =>
    existsIn(
      uploadSessions,
      and(
        eq(uploadSessions.uploadId, p.uploadId),
        eq(uploadSessions.userId, p.userId),
        inArray(uploadSessions.status, OPEN_STATUSES),
        gt(uploadSessions.expiresAt, p.now),
        condition(),
      ),
    ),
  );
}

/** Of a session whose image has been inserted; `reservedBytes` of its reservation have become used bytes. */
export function sessionOfImage(p: Params<{ uniqueLink: string; reservedBytes: number }>) {
  return {
    status: 'processing',
    reservedBytes: sql`${uploadSessions.reservedBytes} - ${p.reservedBytes}`,
    imageId: imageUnder(p.uniqueLink),
  } as const;
}
