import type { TintypeApi } from './api.ts';
import { isTransient, UploadError } from './errors.ts';
import type { Pace } from './pace.ts';
import type { UploadStatus } from './protocol-types.ts';

/** Until a given age of the poll, how long to wait between two questions (specification, Limits). */
const SCHEDULE: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 30_000, everyMs: 2_000 },
  { untilMs: 120_000, everyMs: 5_000 },
  { untilMs: 600_000, everyMs: 10_000 },
];

/** The pause before the next question when the poll is `elapsedMs` old; null once its deadline has passed. */
export const nextPollDelay = (elapsedMs: number): number | null =>
  SCHEDULE.find(({ untilMs }) => elapsedMs < untilMs)?.everyMs ?? null;

export interface PublishedImage {
  readonly upload_id: string;
  readonly image_id: number;
  readonly unique_link: string;
  readonly asset_link: string;
}

/**
 * What a status means to who waits: the published image, or null while it is still in work.
 * @throws UploadError when the upload ended otherwise.
 */
export const interpretStatus = (status: UploadStatus): PublishedImage | null => {
  const { upload_id, image_id, unique_link, asset_link, failure } = status;
  const ended = status.status === 'completed' || status.status === 'cleanup_pending';
  if (ended && image_id !== undefined && unique_link !== undefined && asset_link !== undefined) {
    return { upload_id, image_id, unique_link, asset_link };
  }
  if (status.status === 'cancelled') throw new UploadError('cancelled', 'The upload was cancelled');
  if (ended || status.status === 'failed') {
    throw new UploadError('failed', failure?.message ?? 'The image could not be published');
  }
  return null;
};

/**
 * Asks until the image is published: every 2 s for 30 s, every 5 s up to 2 minutes, then every 10 s, 10 minutes in
 * all. A lost connection in between is only a question without an answer.
 * @throws UploadError, or ApiError when the server refuses the question.
 */
export const awaitPublication = async (
  api: TintypeApi,
  uploadId: string,
  pace: Pace,
  signal?: AbortSignal,
): Promise<PublishedImage> => {
  const startedAt = pace.now();
  for (;;) {
    const delay = nextPollDelay(pace.now() - startedAt);
    if (delay === null) {
      throw new UploadError(
        'publication_timeout',
        'The image is still being published; resume later',
      );
    }
    await pace.sleep(delay, signal);
    try {
      const image = interpretStatus(await api.uploadStatus(uploadId, signal));
      if (image !== null) return image;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
};
