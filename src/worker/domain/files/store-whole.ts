import { DomainError, type ErrorName } from '../errors.ts';
import { CREATE_IMAGE_ERRORS, createImage } from '../legacy/create-image.ts';
import { selectQueuedByKey } from '../legacy/queue-state.ts';
import { releaseKey } from '../uploads/reserve-upload.ts';
import { fileKey, type FileOwner, type FileUpload } from '../uploads/upload-file.ts';
import type { ReceivedFile } from './collect-file.ts';

type WholeServices = Parameters<typeof createImage>[0];

export const STORE_WHOLE_ERRORS = [...CREATE_IMAGE_ERRORS] as const satisfies readonly ErrorName[];

/** By pipeline 1, under the key of `uploadFile`: texts and name of the first request stay. */
export async function storeWhole(
  services: WholeServices,
  actor: FileOwner,
  { bytes, form }: ReceivedFile,
): Promise<FileUpload> {
  const { clock, config, db } = services;
  const { userId } = actor;
  const idempotencyKey = await fileKey(actor, { visibility: form.visibility, bytes });
  const since = clock.now() - config.UPLOAD_IDEMPOTENCY_TTL_MS;
  const known = await db.run(selectQueuedByKey({ userId, idempotencyKey, since }));
  if (known !== null && known.imageId !== null) {
    const isShown = known.processingStatus !== null && known.processingStatus !== 'failed';
    if (isShown) return { imageId: known.imageId, isNew: false };
    const { uploadId } = known;
    await db.batch({ released: releaseKey({ userId, idempotencyKey, uploadId }) });
  }
  const { upload, isNew } = await createImage(services, actor, {
    idempotencyKey,
    contentLength: bytes.length,
    receive: async (take) => {
      await take(bytes);
      return form;
    },
    onTransferred: async () => undefined,
  });
  if (upload.imageId === null) throw new DomainError('upload_conflict');
  return { imageId: upload.imageId, isNew };
}
