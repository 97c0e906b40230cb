import { Semaphore } from '../lib/semaphore.ts';
import type { PublishedImage } from './poll.ts';
import { uploadImage, type UploadOptions, type UploadProgress } from './upload.ts';

/** Uploads under way at the same time: while one is prepared, the other is sent (specification, Limits). */
const UPLOAD_PIPELINES = 2;

export interface UploadSource {
  readonly filename: string;
  /** Called only when its turn has come, so that a long list takes no memory. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

export interface UploadManyOptions extends Omit<
  UploadOptions,
  'filename' | 'onProgress' | 'preparation'
> {
  readonly onProgress?: (index: number, progress: UploadProgress) => void;
}

/**
 * Uploads many images, two at a time, preparing one at a time. One that fails does not stop the others: the outcomes
 * are in the order of the sources.
 */
export async function uploadImages(
  sources: readonly UploadSource[],
  { onProgress, ...options }: UploadManyOptions,
): Promise<PromiseSettledResult<PublishedImage>[]> {
  const pipelines = new Semaphore(UPLOAD_PIPELINES);
  const preparation = new Semaphore(1);
  return Promise.allSettled(
    sources.map(({ filename, read }, index) =>
      pipelines.run(async () =>
        uploadImage(await read(), {
          ...options,
          filename,
          preparation,
          onProgress: (progress) => onProgress?.(index, progress),
        }),
      ),
    ),
  );
}
