import { UPLOAD_CONFLICT, UPLOAD_NOT_FOUND } from '../shared/error-codes.ts';
import { Semaphore } from '../shared/semaphore.ts';
import { takenToWire } from '../shared/taken-wire.ts';
import { ApiError, UploadError } from './errors.ts';
import { prepareParts, type PreparedImage } from './imaging/prepare-parts.ts';
import { withRetries } from './with-retries.ts';
import { awaitPublication, interpretState, type PublishedImage } from './poll.ts';
import type { Recipe, UploadManifest, UploadSession } from './protocol-types.ts';
import { loadTicket, newIdempotencyKey, type UploadTicket } from './resume.ts';
import { sendParts } from './send-parts.ts';
import { abortable } from './abortable.ts';
import {
  CANCEL_ATTEMPTS,
  CANCEL_TIMEOUT_MS,
  isCancelled,
  isFinal,
  type Report,
  type StageShares,
  type UploadRun,
} from './upload-run.ts';

export const PROCESSOR_VERSION = 'tintype-client/2.0.0';

/** The recipe that this code implements; a server that no longer supports it says so. */
const OWN_RECIPE_VERSION = '2.0.0';

/** The longest time of the preparation. */
const PROCESSING_TIMEOUT_SECONDS = 480;

const SHARES: StageShares = {
  prepare: [0, 0.5],
  send: [0.5, 0.9],
  publish: [0.9, 1],
  done: [1, 1],
};

interface Run extends UploadRun {
  readonly report: Report;
}

/** Aborting cancels the session unless publication has begun. @throws as uploadImage. */
export async function uploadInParts(
  source: Uint8Array<ArrayBuffer>,
  recipe: Recipe,
  upload: UploadRun,
): Promise<PublishedImage> {
  const run: Run = { ...upload, report: upload.reportBy(SHARES) };
  const { fingerprint, signal, store } = run;
  const prepared = await loadOrPrepare(source, recipe, run);
  const withLocation = prepared.taken?.location !== undefined && (await run.keepsLocation?.());
  const manifest = describeUpload(prepared, { ...run, withLocation });
  for (let retriedGone = false; ; retriedGone = true) {
    const session = await openUploadSession(manifest, run);
    try {
      signal?.throwIfAborted();
      const image = await transfer(session, prepared, run);
      await store.remove(fingerprint);
      run.report('done', 1);
      return image;
    } catch (error) {
      if (isCancelled(signal)) void cancelUploadSession(session.upload_id, run);
      const gone = error instanceof ApiError && error.code === UPLOAD_NOT_FOUND;
      if (gone || isFinal(error, signal)) await store.remove(fingerprint);
      if (!gone || retriedGone) throw error;
    }
  }
}

async function loadOrPrepare(
  source: Uint8Array<ArrayBuffer>,
  recipe: Recipe,
  run: Run,
): Promise<PreparedImage> {
  const kept = await run.prepared?.load(recipe);
  if (kept !== undefined && kept !== null) {
    run.report('prepare', 1);
    return kept;
  }
  const preparation = run.preparation ?? new Semaphore(1);
  const prepared = await preparation.run(() => prepare(source, recipe, run));
  await run.prepared?.save(recipe, prepared);
  return prepared;
}

async function prepare(
  source: Uint8Array<ArrayBuffer>,
  recipe: Recipe,
  run: Run,
): Promise<PreparedImage> {
  run.report('prepare', 0);
  const deadline = new AbortController();
  // Counts ticks: a suspended page has none, and does not time out.
  let seconds = 0;
  const ticking = setInterval(() => {
    seconds += 1;
    if (seconds >= PROCESSING_TIMEOUT_SECONDS) deadline.abort();
  }, 1000);
  try {
    return await prepareParts(source, recipe, run.codecs, {
      signal: AbortSignal.any([deadline.signal, ...(run.signal === undefined ? [] : [run.signal])]),
      onProgress: ({ fraction }) => run.report('prepare', fraction),
    });
  } catch (error) {
    if (!deadline.signal.aborted || run.signal?.aborted === true) throw error;
    throw new UploadError('processing_timeout', 'Preparing the image took too long');
  } finally {
    clearInterval(ticking);
  }
}

interface Description extends Pick<UploadRun, 'filename' | 'visibility'> {
  readonly sourceSha256?: string;
  /** Whether the manifest may hold the place. */
  readonly withLocation?: boolean | undefined;
}

export function describeUpload(
  prepared: PreparedImage,
  { filename, visibility, sourceSha256, withLocation = false }: Description,
): UploadManifest {
  const { location, ...facts } = prepared.taken ?? {};
  const taken = takenToWire(withLocation ? { ...facts, location } : facts);
  return {
    filename,
    visibility,
    processor_version: PROCESSOR_VERSION,
    recipe_version: OWN_RECIPE_VERSION,
    source: {
      ...prepared.source,
      ...(sourceSha256 === undefined ? {} : { sha256: sourceSha256 }),
    },
    ...(Object.keys(taken).length === 0 ? {} : { taken }),
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

async function openUploadSession(manifest: UploadManifest, run: Run): Promise<UploadSession> {
  const { fingerprint, gate, scheduler, signal, store } = run;
  const open = async (ticket: UploadTicket): Promise<UploadSession> => {
    const session = await createUploadSession(ticket.idempotencyKey, manifest, run);
    const uploadId = session.upload_id;
    if (ticket.uploadId !== uploadId) await store.save(fingerprint, { ...ticket, uploadId });
    return session;
  };
  await gate?.wait(signal);
  const ticket = await loadTicket(store, fingerprint, scheduler.now());
  if (ticket !== null) {
    try {
      const session = await open(ticket);
      if (isAlive(session)) return session;
    } catch (error) {
      // Another version of the codecs prepared different bytes, which the old session refuses.
      if (!(error instanceof ApiError) || error.code !== UPLOAD_CONFLICT) throw error;
    }
  }
  const fresh = {
    pipeline: 2,
    idempotencyKey: newIdempotencyKey(),
    createdAt: scheduler.now(),
  } as const;
  await store.save(fingerprint, fresh);
  return open(fresh);
}

/** A session occupies a place on the server: after an abort it is deleted once the answer names it. */
async function createUploadSession(
  key: string,
  manifest: UploadManifest,
  { api, scheduler, signal }: Run,
): Promise<UploadSession> {
  const limit = new AbortController();
  const setLimit = (): void => {
    AbortSignal.timeout(CANCEL_TIMEOUT_MS).addEventListener('abort', () => limit.abort());
  };
  const create = () => api.createUpload(key, manifest, limit.signal);
  signal?.addEventListener('abort', setLimit, { once: true });
  const created = withRetries(create, scheduler, signal);
  try {
    return await abortable(created, signal);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    const late = created.catch(() => null);
    if (isCancelled(signal)) {
      void late.then(
        (session) => session && cancelUploadSession(session.upload_id, { api, scheduler }),
      );
      throw signal.reason;
    }
    const session = await late;
    if (session === null) throw signal.reason;
    return session;
  } finally {
    signal?.removeEventListener('abort', setLimit);
  }
}

function isAlive({ status }: UploadSession): boolean {
  return status !== 'cancelled' && status !== 'failed';
}

async function transfer(
  session: UploadSession,
  prepared: PreparedImage,
  run: Run,
): Promise<PublishedImage> {
  const { api, scheduler, partPlaces: places, signal, metered } = run;
  const totalBytes = prepared.parts.reduce((sum, { size }) => sum + size, 0);
  const inTransfer = session.status === 'initiated' || session.status === 'uploading';
  if (inTransfer) {
    const onSent = (sentBytes: number): void => run.report('send', sentBytes / totalBytes);
    await sendParts(api, session, prepared.parts, { scheduler, places, signal, metered, onSent });
  } else run.report('publish', 0);
  const complete = () => api.completeUpload(session.upload_id, signal);
  const state = inTransfer
    ? await withRetries(complete, scheduler, signal)
    : await withRetries(() => api.readUpload(session.upload_id, signal), scheduler, signal);
  run.report('publish', 0);
  const ask = async () => interpretState(await api.readUpload(session.upload_id, signal));
  return interpretState(state) ?? (await awaitPublication(ask, scheduler, signal));
}

/** Never rejects. */
export async function cancelUploadSession(
  uploadId: string,
  { api, scheduler }: Pick<UploadRun, 'api' | 'scheduler'>,
): Promise<void> {
  const limit = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  const cancel = () => api.cancelUpload(uploadId, limit);
  await withRetries(cancel, scheduler, limit, CANCEL_ATTEMPTS).catch(() => undefined);
}
