import { Semaphore } from '../shared/semaphore.ts';
import { Cooldown } from './cooldown.ts';
import { realScheduler } from './scheduler.ts';
import { withRetries } from './with-retries.ts';
import type { PublishedImage } from './poll.ts';
import type { Recipe } from './protocol-types.ts';
import { PARTS_IN_TRANSFER } from './send-parts.ts';
import { uploadImage } from './upload.ts';
import type { UploadOptions, UploadProgress } from './upload-run.ts';

/** Defaults when the recipe has no hints. */
const UPLOAD_PIPELINES = 2;
const ACTIVE_SESSIONS = 4;
/** Below every hint, since preparing occupies the thread and most of its memory. */
const PREPARATIONS = 1;

export interface UploadSource {
  readonly filename: string;
  /** Called in the upload's turn, to save memory. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

export interface UploadManyOptions extends Omit<
  UploadOptions,
  'filename' | 'onProgress' | 'preparation' | 'partPlaces' | 'gate' | 'recipe' | 'onRecipe'
> {
  readonly onProgress?: (index: number, progress: UploadProgress) => void;
}

/** Prepares one image at a time. A failure's `Retry-After` delays uploads without a session, or fails them. */
export async function uploadImages(
  sources: readonly UploadSource[],
  { onProgress, ...options }: UploadManyOptions,
): Promise<PromiseSettledResult<PublishedImage>[]> {
  const { api, signal, scheduler = realScheduler } = options;
  let recipe: Recipe;
  try {
    recipe = await withRetries(() => api.readRecipe(signal), scheduler, signal);
  } catch (reason) {
    return sources.map(() => ({ status: 'rejected', reason }));
  }
  const pipelines = new Semaphore(countPipelines(recipe));
  const preparation = new Semaphore(PREPARATIONS);
  const partPlaces = new Semaphore(PARTS_IN_TRANSFER);
  const gate = new Cooldown(scheduler);
  const upload = async ({ filename, read }: UploadSource, index: number) => {
    await gate.wait(signal);
    try {
      return await uploadImage(await read(), {
        ...options,
        filename,
        preparation,
        partPlaces,
        gate,
        recipe,
        onRecipe: (newer) => {
          recipe = newer;
        },
        onProgress: (progress) => onProgress?.(index, progress),
      });
    } catch (error) {
      gate.close(error);
      throw error;
    }
  };
  return Promise.allSettled(
    sources.map((source, index) => pipelines.run(() => upload(source, index))),
  );
}

function countPipelines(recipe: Recipe): number {
  const pipelines = recipe.client_pipeline_concurrency ?? UPLOAD_PIPELINES;
  const sessions = recipe.client_active_session_concurrency ?? ACTIVE_SESSIONS;
  return Math.max(1, Math.min(pipelines, sessions));
}
