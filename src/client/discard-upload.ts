import type { TintypeApi } from './api.ts';
import { realScheduler, type Scheduler } from './scheduler.ts';
import type { UploadTicket } from './resume.ts';
import { deleteOriginal } from './upload-original.ts';
import { cancelUploadSession } from './upload-in-parts.ts';

/**
 * Takes back what the server has of an upload that was stopped before, and that nobody goes on with, as aborting it
 * would have. What the server holds without having said so yet ends with its session. Never rejects.
 */
export async function discardUpload(
  { queueId, uploadId }: UploadTicket,
  api: TintypeApi,
  scheduler: Scheduler = realScheduler,
): Promise<void> {
  if (uploadId !== undefined) await cancelUploadSession(uploadId, { api, scheduler });
  if (queueId !== undefined)
    await deleteOriginal(Promise.resolve({ id: queueId }), { api, scheduler });
}
