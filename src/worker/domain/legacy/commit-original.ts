import { eq, isNotNull } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import type { Visibility } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { ORIGINAL_KIND } from '../../../shared/variants.ts';
import { packTaken } from '../texts/stored-taken.ts';
import { makeImage, prepareOpenGuard, sessionOfImage } from '../uploads/make-image.ts';
import type { ImageForm } from './image-form.ts';
import { selectQueued } from './queue-state.ts';
import type { ReservedUpload } from './reserve-original.ts';
import type { StoredOriginal } from './store-original.ts';

interface Commitment {
  readonly upload: ReservedUpload;
  readonly form: ImageForm;
  readonly original: StoredOriginal;
  /** See variants/source-key.ts. */
  readonly sourceKey: string;
  /** Of the form, by which a repetition of the request is known. */
  readonly requestSha256: string;
  readonly userId: number;
  readonly maxBytes: number;
  readonly now: number;
}

const LEGACY_PIPELINE_VERSION = 1;

/** The allowance for derivatives stays reserved. Guards: not_open (session closed or expired), account_locked. */
export function commitOriginal({
  upload,
  form,
  original,
  sourceKey,
  requestSha256,
  userId,
  maxBytes,
  now,
}: Commitment) {
  const { uploadId, uniqueLink, originalKey: objectKey } = upload;
  const { size, sha256, width, height, mimeType, taken } = original;
  const { filename, visibility } = form;
  return {
    isOpen: requireOpen({ uploadId, userId, now }),
    ...makeImage({
      altText: '',
      ...form,
      ...packTaken(taken),
      sourceKey,
      uploadId,
      uniqueLink,
      userId,
      pipelineVersion: LEGACY_PIPELINE_VERSION,
      width,
      height,
      fileSize: size,
      variants: [
        { kind: ORIGINAL_KIND, objectKey, mimeType, size, sha256, width, height, createdAt: now },
      ],
      reservedBytes: maxBytes,
      now,
    }),
    session: beginProcessing({
      uploadId,
      uniqueLink,
      reservedBytes: maxBytes,
      requestSha256,
      filename,
      visibility,
      mimeType,
      width,
      height,
    }),
    upload: selectQueued({ userId, uploadId }),
  };
}

const requireOpen = prepareOpenGuard(() => isNotNull(uploadSessions.originalKey));

const beginProcessing = prepareWrite(
  (
    p: Params<{
      uploadId: string;
      uniqueLink: string;
      reservedBytes: number;
      requestSha256: string;
      filename: string;
      visibility: Visibility;
      mimeType: string;
      width: number;
      height: number;
    }>,
  ) =>
    query
      .update(uploadSessions)
      .set({
        ...sessionOfImage(p),
        manifestSha256: p.requestSha256,
        filename: p.filename,
        visibility: p.visibility,
        sourceMimeType: p.mimeType,
        sourceWidth: p.width,
        sourceHeight: p.height,
      })
      .where(eq(uploadSessions.uploadId, p.uploadId)),
);
