/**
 * One upload from the bytes of an image to its published link.
 *
 * - Every step is safe to repeat: the session is found again by its idempotency key, a part that has arrived is not
 *   sent again, complete returns the same each time.
 * - A ticket is stored before the session is created and removed when the upload has ended for good, so an upload
 *   that was cut off anywhere goes on where it stopped.
 * - Aborting the signal ends the upload at once. Its session is cancelled on the server, unless publication has begun,
 *   but nobody waits for that; where it fails, the session's expiry does the same.
 */

import { toBase64Url, sha256Hex, utf8 } from '../lib/bytes.ts';
import { randomBytes } from '../lib/ids.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { TintypeApi } from './api.ts';
import { ApiError, UploadError } from './errors.ts';
import type { Gate } from './gate.ts';
import type { Codecs } from './imaging/codecs/codecs.ts';
import { prepareParts, type PreparedImage } from './imaging/prepare-parts.ts';
import { realPace, withRetries, type Pace } from './pace.ts';
import { awaitPublication, interpretState, type PublishedImage } from './poll.ts';
import type { Recipe, UploadManifest, UploadSession, Visibility } from './protocol-types.ts';
import { memoryResumeStore, TICKET_LIFE_MS, type ResumeStore } from './resume.ts';
import { PARTS_IN_TRANSFER, sendParts } from './send-parts.ts';

export const PROCESSOR_VERSION = 'tintype-client/2.0.0';

/** The recipe that this code carries out, whatever the server's newest one is: a server that has given it up says so. */
export const RECIPE_VERSION = '2.0.0';

/** Longest time for preparing one image (specification, Limits). */
const PROCESSING_TIMEOUT_MS = 480_000;

/** What cancelling a session may take, all attempts together. */
const CANCEL_TIMEOUT_MS = 10_000;
const CANCEL_ATTEMPTS = 2;

const SESSION_GONE = 4043;
const SESSION_CONFLICT = 4091;

export interface UploadProgress {
  readonly stage: 'prepare' | 'send' | 'publish' | 'done';
  /** Of the whole upload, 0 to 1. */
  readonly fraction: number;
}

export interface UploadOptions {
  readonly api: TintypeApi;
  readonly codecs: Codecs;
  readonly filename: string;
  readonly visibility: Visibility;
  /** Where tickets of unfinished uploads are kept; in memory when left out. */
  readonly store?: ResumeStore;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly metered?: boolean;
  /** Shared by uploads that run at the same time, so that one image is prepared at a time. */
  readonly preparation?: Semaphore;
  /** Shared by uploads that run at the same time: as many places as the server has for one person's parts. */
  readonly partPlaces?: Semaphore;
  /** Shared by uploads that run at the same time: no session is opened while the server asks to wait. */
  readonly gate?: Gate;
  /** Asked of the server when left out. */
  readonly recipe?: Recipe;
  readonly pace?: Pace;
}

interface Run extends UploadOptions {
  readonly store: ResumeStore;
  readonly partPlaces: Semaphore;
  readonly pace: Pace;
  readonly report: (stage: UploadProgress['stage'], stageFraction: number) => void;
}

// What share of the whole each stage takes on a typical connection.
const STAGES = { prepare: [0, 0.5], send: [0.5, 0.9], publish: [0.9, 1], done: [1, 1] } as const;

/**
 * Prepares an image, uploads it and waits until it is published.
 * @throws {PrepareError} when the image is not acceptable.
 * @throws {UploadError} when the upload ended without a published image.
 * @throws {ApiError | ConnectionError} when it could not go on: calling again with the same bytes, name and store
 * resumes it.
 * @throws the signal's reason once that is aborted.
 */
export async function uploadImage(
  source: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
): Promise<PublishedImage> {
  const run: Run = {
    ...options,
    store: options.store ?? memoryResumeStore(),
    partPlaces: options.partPlaces ?? new Semaphore(PARTS_IN_TRANSFER),
    pace: options.pace ?? realPace,
    report: (stage, stageFraction) => {
      const [from, to] = STAGES[stage];
      options.onProgress?.({ stage, fraction: from + (to - from) * stageFraction });
    },
  };
  const { api, pace, signal, store } = run;
  const recipe = options.recipe ?? (await withRetries(() => api.readRecipe(signal), pace, signal));
  if (!recipe.v2_enabled) {
    throw new UploadError(
      'pipeline_off',
      'This server does not take pipeline-2 uploads at present',
    );
  }
  const preparation = options.preparation ?? new Semaphore(1);
  const prepared = await preparation.run(() => prepare(source, recipe, run));
  const manifest = describeUpload(prepared, run);
  const fingerprint = await sha256Hex(
    utf8(JSON.stringify([await sha256Hex(source), manifest.filename, manifest.visibility])),
  );

  for (let retriedGone = false; ; retriedGone = true) {
    const session = await openSession(manifest, run, fingerprint);
    try {
      const image = await transfer(session, prepared, run);
      await store.remove(fingerprint);
      run.report('done', 1);
      return image;
    } catch (error) {
      if (signal?.aborted === true) void abandon(session, run);
      const gone = error instanceof ApiError && error.code === SESSION_GONE;
      if (gone || isOver(error, signal)) await store.remove(fingerprint);
      if (!gone || retriedGone) throw error;
    }
  }
}

async function prepare(
  source: Uint8Array<ArrayBuffer>,
  recipe: Recipe,
  run: Run,
): Promise<PreparedImage> {
  run.report('prepare', 0);
  const deadline = AbortSignal.timeout(PROCESSING_TIMEOUT_MS);
  try {
    return await prepareParts(source, recipe, run.codecs, {
      signal: run.signal === undefined ? deadline : AbortSignal.any([run.signal, deadline]),
      onProgress: ({ fraction }) => run.report('prepare', fraction),
    });
  } catch (error) {
    if (!deadline.aborted || run.signal?.aborted === true) throw error;
    throw new UploadError('processing_timeout', 'Preparing the image took too long');
  }
}

function describeUpload(prepared: PreparedImage, run: Run): UploadManifest {
  return {
    filename: run.filename,
    visibility: run.visibility,
    processor_version: PROCESSOR_VERSION,
    recipe_version: RECIPE_VERSION,
    source: prepared.source,
    parts: prepared.parts.map(({ kind, size, sha256, mime_type, width, height, quality }) => ({
      kind,
      size,
      sha256,
      mime_type,
      width,
      height,
      quality,
    })),
  };
}

async function openSession(
  manifest: UploadManifest,
  run: Run,
  fingerprint: string,
): Promise<UploadSession> {
  const { api, gate, pace, signal, store } = run;
  const open = (key: string) =>
    withRetries(() => api.createUpload(key, manifest, signal), pace, signal);
  await gate?.wait(signal);
  const ticket = await store.load(fingerprint);
  if (ticket !== null && pace.now() - ticket.createdAt < TICKET_LIFE_MS) {
    try {
      const session = await open(ticket.idempotencyKey);
      if (isAlive(session)) return session;
    } catch (error) {
      // The same picture prepared by another version of the codecs: the old session cannot take it.
      if (!(error instanceof ApiError) || error.code !== SESSION_CONFLICT) throw error;
    }
  }
  const idempotencyKey = toBase64Url(randomBytes(24));
  await store.save(fingerprint, { idempotencyKey, createdAt: pace.now() });
  return open(idempotencyKey);
}

function isAlive({ status }: UploadSession): boolean {
  return status !== 'cancelled' && status !== 'failed';
}

async function transfer(
  session: UploadSession,
  prepared: PreparedImage,
  run: Run,
): Promise<PublishedImage> {
  const { api, pace, partPlaces: places, signal, metered } = run;
  const totalBytes = prepared.parts.reduce((sum, { size }) => sum + size, 0);
  const inTransfer = session.status === 'initiated' || session.status === 'uploading';
  if (inTransfer) {
    const onSent = (sentBytes: number): void => run.report('send', sentBytes / totalBytes);
    await sendParts(api, session, prepared.parts, { pace, places, signal, metered, onSent });
  }
  const complete = () => api.completeUpload(session.upload_id, signal);
  const state = inTransfer
    ? await withRetries(complete, pace, signal)
    : await withRetries(() => api.readUpload(session.upload_id, signal), pace, signal);
  run.report('publish', 0);
  return interpretState(state) ?? (await awaitPublication(api, session.upload_id, pace, signal));
}

/** Cancels the session on the server. Never rejects. */
async function abandon(session: UploadSession, { api, pace }: Run): Promise<void> {
  const limit = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  const cancel = () => api.cancelUpload(session.upload_id, limit);
  await withRetries(cancel, pace, limit, CANCEL_ATTEMPTS).catch(() => undefined);
}

function isOver(error: unknown, signal: AbortSignal | undefined): boolean {
  return (
    signal?.aborted === true ||
    (error instanceof UploadError && (error.fault === 'failed' || error.fault === 'cancelled'))
  );
}
