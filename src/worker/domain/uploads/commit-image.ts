import { and, eq, ne } from 'drizzle-orm';
import { notExistsIn, query } from '../../db/query.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { isStoredPart, MASTER_KIND, VARIANT_MIME_TYPE } from '../../../shared/variants.ts';
import { readWaiting } from '../texts/stored-taken.ts';
import { selectUpload, type Upload } from './find-upload.ts';
import { makeImage, prepareOpenGuard, sessionOfImage } from './make-image.ts';
import { PIPELINE_VERSION } from './recipe.ts';

/** Of an image; null takes the file's name without its extension. */
export interface NewTexts {
  readonly title: string | null;
  readonly description: string;
  readonly altText: string;
}

export const NO_TEXTS: NewTexts = { title: null, description: '', altText: '' };

/** Parts' bytes move from reserved to used. Guards: not_open (closed, expired or incomplete), account_locked. */
export function commitImage(upload: Upload, userId: number, texts: NewTexts, now: number) {
  const { uploadId, uniqueLink, filename, visibility, parts, sourceKey } = upload;
  const master = parts.find(({ kind }) => kind === MASTER_KIND);
  if (master === undefined) throw new Error('an upload session has no master');
  const variants = parts.flatMap(({ kind, ...part }) =>
    isStoredPart(kind) ? [{ ...part, kind, mimeType: VARIANT_MIME_TYPE, createdAt: now }] : [],
  );
  const reservedBytes = variants.reduce((sum, { size }) => sum + size, 0);
  return {
    isOpen: requireComplete({ uploadId, userId, now }),
    ...makeImage({
      uploadId,
      uniqueLink,
      userId,
      pipelineVersion: PIPELINE_VERSION,
      filename,
      ...texts,
      visibility,
      width: master.width,
      height: master.height,
      fileSize: master.size,
      variants,
      ...readWaiting(upload.taken),
      sourceKey,
      reservedBytes,
      now,
    }),
    session: beginProcessing({ uploadId, uniqueLink, reservedBytes }),
    upload: selectUpload({ userId, uploadId }),
  };
}

const requireComplete = prepareOpenGuard(() =>
  notExistsIn(
    uploadParts,
    and(eq(uploadParts.uploadId, uploadSessions.uploadId), ne(uploadParts.status, 'uploaded')),
  ),
);

const beginProcessing = prepareWrite(
  (p: Params<{ uploadId: string; uniqueLink: string; reservedBytes: number }>) =>
    query
      .update(uploadSessions)
      .set({ ...sessionOfImage(p), taken: null, sourceKey: null })
      .where(eq(uploadSessions.uploadId, p.uploadId)),
);
