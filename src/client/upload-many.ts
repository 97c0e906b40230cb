import { Semaphore } from '../lib/semaphore.ts';
import { retryAfterMsOf } from './errors.ts';
import { realPace, withRetries, type Pace } from './pace.ts';
import type { PublishedImage } from './poll.ts';
import type { Recipe } from './protocol-types.ts';
import { PARTS_IN_TRANSFER } from './send-parts.ts';
import { uploadImage, type UploadOptions, type UploadProgress } from './upload.ts';

/** What holds where a recipe gives no hints (specification, Limits). */
const UPLOAD_PIPELINES = 2;
const ACTIVE_SESSIONS = 4;
/** Below every hint, since preparing takes the whole thread and most of its memory. */
const PREPARATIONS = 1;

export interface UploadSource {
  readonly filename: string;
  /** Called only when its turn has come, so that a long list takes no memory. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

export interface UploadManyOptions extends Omit<
  UploadOptions,
  'filename' | 'onProgress' | 'preparation' | 'partPlaces' | 'recipe'
> {
  readonly onProgress?: (index: number, progress: UploadProgress) => void;
}

/**
 * Uploads many images, as many at a time as the recipe allows, preparing one at a time. One that fails does not stop
 * the others, but those that have not begun wait as long as the server asked for: the outcomes are in the order of the
 * sources.
 */
export async function uploadImages(
  sources: readonly UploadSource[],
  { onProgress, ...options }: UploadManyOptions,
): Promise<PromiseSettledResult<PublishedImage>[]> {
  const { api, signal, pace = realPace } = options;
  let recipe: Recipe;
  try {
    recipe = await withRetries(() => api.readRecipe(signal), pace, signal);
  } catch (reason) {
    return sources.map(() => ({ status: 'rejected', reason }));
  }
  const pipelines = new Semaphore(countPipelines(recipe));
  const preparation = new Semaphore(PREPARATIONS);
  const partPlaces = new Semaphore(PARTS_IN_TRANSFER);
  const gate = createGate(pace, signal);
  return Promise.allSettled(
    sources.map(({ filename, read }, index) =>
      pipelines.run(() =>
        gate(async () =>
          uploadImage(await read(), {
            ...options,
            filename,
            preparation,
            partPlaces,
            recipe,
            onProgress: (progress) => onProgress?.(index, progress),
          }),
        ),
      ),
    ),
  );
}

/** Each pipeline has one session at most. */
function countPipelines(recipe: Recipe): number {
  const pipelines = recipe.client_pipeline_concurrency ?? UPLOAD_PIPELINES;
  const sessions = recipe.client_active_session_concurrency ?? ACTIVE_SESSIONS;
  return Math.max(1, Math.min(pipelines, sessions));
}

/** Lets work begin only when the time that the server asked for in any failure has passed. */
function createGate(
  pace: Pace,
  signal: AbortSignal | undefined,
): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let opensAt = 0;
  return async (work) => {
    for (let waitMs = opensAt - pace.now(); waitMs > 0; waitMs = opensAt - pace.now()) {
      await pace.sleep(waitMs, signal);
    }
    try {
      return await work();
    } catch (error) {
      opensAt = Math.max(opensAt, pace.now() + retryAfterMsOf(error));
      throw error;
    }
  };
}
