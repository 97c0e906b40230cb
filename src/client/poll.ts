import { isTransient, retryAfterMsOf, UploadError } from './errors.ts';
import type { Scheduler } from './scheduler.ts';
import type { UploadState } from './protocol-types.ts';

const DEADLINE_MS = 600_000;

/** Pause between two requests, by the age of the poll (specification, Limits). */
const SCHEDULE: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 30_000, everyMs: 2_000 },
  { untilMs: 120_000, everyMs: 5_000 },
  { untilMs: DEADLINE_MS, everyMs: 10_000 },
];

export interface PublishedImage {
  readonly upload_id: string;
  readonly image_id: number;
  readonly unique_link: string;
  /** Equal to `unique_link` for an image of pipeline 1. */
  readonly asset_link: string;
  /** Path of the image on the server. */
  readonly path: string;
}

/**
 * Polls until the image is published: every 2 s for 30 s, every 5 s up to 2 minutes, then every 10 s, 10 minutes in
 * all. A lost connection costs one answer. A `Retry-After` delays the next request; beyond the ten minutes it ends the
 * poll at once.
 * @throws {UploadError} when the upload failed or takes longer.
 * @throws {ApiError | ConnectionError} when the server refuses to answer, or when the last request failed: after the
 * machine slept longer than ten minutes, it may be the only one.
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
    if (delay === null || askedMs > DEADLINE_MS - elapsedMs) {
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

/** The pause before the next request, in milliseconds; null once the deadline has passed. */
export function nextPollDelay(elapsedMs: number): number | null {
  return SCHEDULE.find(({ untilMs }) => elapsedMs < untilMs)?.everyMs ?? null;
}

/**
 * The published image, or null while the upload is processed.
 * @throws {UploadError} when the upload ended otherwise.
 */
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

/** Path of an image of pipeline 2. */
export function publishedPath(assetLink: string): string {
  return `/i/${assetLink}.webp`;
}
