import type { TintypeApi } from './api.ts';
import { realScheduler, type Scheduler } from './scheduler.ts';
import type { UploadTicket } from './resume.ts';
import { deleteOriginal } from './upload-original.ts';
import { cancelUploadSession } from './upload-in-parts.ts';

/** Deletes an abandoned upload from the server. A session that the ticket does not name expires. Never rejects. */
export async function discardUpload(
  { queueId, uploadId }: UploadTicket,
  api: TintypeApi,
  scheduler: Scheduler = realScheduler,
): Promise<void> {
  if (uploadId !== undefined) await cancelUploadSession(uploadId, { api, scheduler });
  if (queueId !== undefined)
    await deleteOriginal(Promise.resolve({ id: queueId }), { api, scheduler });
}
