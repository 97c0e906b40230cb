import { UploadError } from './errors.ts';
import { nextPollDelay, POLL_DEADLINE_MS } from './poll-delay.ts';
import { isTransient, retryAfterMsOf } from './retry-rules.ts';
import type { Scheduler } from './scheduler.ts';
import type { UploadState } from './protocol-types.ts';

export interface PublishedImage {
  readonly upload_id: string;
  readonly image_id: number;
  readonly unique_link: string;
  /** Equal to `unique_link` for an image of pipeline 1. */
  readonly asset_link: string;
  readonly path: string;
}

/**
 * Polls for 10 minutes. A lost connection costs one answer. A `Retry-After` delays the next request; beyond the 10
 * minutes it ends the poll.
 * @throws {UploadError} when the upload failed or takes longer.
 * @throws {ApiError | ConnectionError} when the server refuses, or when the last request failed: it may be the only one
 * after the machine slept.
 */
export async function awaitPublication(
  ask: () => Promise<PublishedImage | null>,
  scheduler: Scheduler,
  signal?: AbortSignal,
): Promise<PublishedImage> {
  const startedAt = scheduler.now();
  let askedMs = 0;
  let failure: unknown = null;
  for (;;) {
    const elapsedMs = scheduler.now() - startedAt;
    const delay = nextPollDelay(elapsedMs);
    if (delay === null || askedMs > POLL_DEADLINE_MS - elapsedMs) {
      throw failure ?? tooLate();
    }
    await scheduler.sleep(Math.max(delay, askedMs), signal);
    askedMs = 0;
    failure = null;
    try {
      const image = await ask();
      if (image !== null) return image;
    } catch (error) {
      if (!isTransient(error)) throw error;
      askedMs = retryAfterMsOf(error);
      failure = error;
    }
  }
}

function tooLate(): UploadError {
  return new UploadError('publication_timeout', 'The image is still being published; resume later');
}

/** Null while the upload is processed. @throws {UploadError} when it ended without an image. */
export function interpretState(state: UploadState): PublishedImage | null {
  const { upload_id, image_id, unique_link, asset_link, failure } = state;
  const ended = state.status === 'completed' || state.status === 'cleanup_pending';
  if (ended && image_id !== undefined && unique_link !== undefined && asset_link !== undefined) {
    return { upload_id, image_id, unique_link, asset_link, path: publishedPath(asset_link) };
  }
  if (state.status === 'cancelled') throw new UploadError('cancelled', 'The upload was cancelled');
  if (ended || state.status === 'failed') {
    const message = failure?.message ?? 'The image could not be published';
    throw new UploadError('failed', message, failure?.code ?? null);
  }
  return null;
}

export function publishedPath(assetLink: string): string {
  return `/i/${assetLink}.webp`;
}
