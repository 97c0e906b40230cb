/**
 * Uploads one image by the pipeline of the server's recipe.
 *
 * - The server recognizes the upload by its key, so nothing is sent twice.
 * - A ticket exists from before the first request until the end: an interrupted upload resumes in its pipeline.
 * - A refused pipeline leaves nothing on the server: the recipe is read again and may name the other one.
 * - Aborting discards the upload in the background, unless the reason is an `UploadPause`.
 */

import { sha256Hex } from '../shared/bytes.ts';
import { PIPELINE_2_REQUIRED, UPLOADS_DISABLED } from '../shared/error-codes.ts';
import { ApiError } from './errors.ts';
import { withRetries } from './with-retries.ts';
import type { PublishedImage } from './poll.ts';
import type { Recipe } from './protocol-types.ts';
import { loadTicket, type Pipeline } from './resume.ts';
import { uploadOriginal } from './upload-original.ts';
import { uploadInParts } from './upload-in-parts.ts';
import { startRun, type UploadOptions } from './upload-run.ts';

const OTHER_PIPELINE_CODES = new Set<number>([PIPELINE_2_REQUIRED, UPLOADS_DISABLED]);

const UPLOAD = { 1: uploadOriginal, 2: uploadInParts } as const;

/**
 * Waits until the image is published.
 * @throws {PrepareError} when the image is not acceptable.
 * @throws {UploadError} when the upload ended without a published image.
 * @throws {ApiError | ConnectionError} when interrupted; the same bytes, name and store resume it.
 * @throws the signal's reason.
 */
export async function uploadImage(
  source: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
): Promise<PublishedImage> {
  const sourceSha256 = await sha256Hex(source);
  const fingerprint = await fingerprintOf(sourceSha256, options);
  const run = startRun({ fingerprint, sourceSha256 }, options);
  const { api, scheduler, signal, store } = run;
  const readRecipe = () => withRetries(() => api.readRecipe(signal), scheduler, signal);
  let recipe = options.recipe ?? (await readRecipe());
  const ticket = await loadTicket(store, fingerprint, scheduler.now());
  let pipeline = ticket?.pipeline ?? pipelineOf(recipe);
  for (let switched = false; ; switched = true) {
    try {
      return await UPLOAD[pipeline](source, recipe, run);
    } catch (error) {
      if (!(error instanceof ApiError) || !OTHER_PIPELINE_CODES.has(error.code)) throw error;
      await store.remove(fingerprint);
      if (switched) throw error;
      recipe = await readRecipe();
      options.onRecipe?.(recipe);
      if (pipelineOf(recipe) === pipeline) throw error;
      pipeline = pipelineOf(recipe);
    }
  }
}

async function fingerprintOf(
  sourceSha256: string,
  { filename, visibility }: UploadOptions,
): Promise<string> {
  return sha256Hex(JSON.stringify([sourceSha256, filename, visibility]));
}

function pipelineOf({ v2_enabled }: Recipe): Pipeline {
  return v2_enabled ? 2 : 1;
}
