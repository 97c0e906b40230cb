/**
 * An upload of a whole file, whose parts the service makes: the protocol of pipeline 2, run here.
 *
 * - The session's key is made of the uploader and the file's bytes and visibility, so the same file within a day gives the
 *   same image, and a repetition goes on where a crashed attempt has ended. Clients' own keys are shorter.
 * - A session that can give no image any more loses its key. So does an open one with other parts, which another
 *   version of the service has made: it is cancelled first.
 * - Every step can run twice, and two requests with the same file can run at once: the steps are those of the protocol.
 */

import type { Visibility } from '../../db/schema/images.ts';
import { readTaken } from '../../../imaging/source/read-taken.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import { MASTER_KIND, VARIANT_MIME_TYPE } from '../../../shared/variants.ts';
import { streamOf } from '../../lib/stream-of.ts';
import type { Actor, KeyActor, SessionActor } from '../actor.ts';
import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { CANCEL_UPLOAD_ERRORS, cancelUpload } from './cancel-upload.ts';
import type { NewTexts } from './commit-image.ts';
import { COMPLETE_UPLOAD_ERRORS, completeUpload } from './complete-upload.ts';
import {
  admitUpload,
  CREATE_UPLOAD_ERRORS,
  createUpload,
  type CreatedUpload,
} from './create-upload.ts';
import { findUpload, selectUploadByKey, type Upload } from './find-upload.ts';
import type { Manifest } from './manifest.ts';
import {
  PREPARE_FILE_ERRORS,
  prepareFile,
  type PreparedPart,
  type StillSource,
} from './prepare-file.ts';
import { PUT_PART_ERRORS, putPart } from './put-part.ts';
import { RECIPE_VERSION } from './recipe.ts';
import { releaseKey } from './reserve-upload.ts';
import { visibleStatus } from './upload-state.ts';

type FileServices = Pick<
  Services,
  | 'background'
  | 'clock'
  | 'config'
  | 'db'
  | 'imageService'
  | 'limiter'
  | 'log'
  | 'objects'
  | 'publishQueue'
>;
type Uploader = FileOwner & Pick<Actor, 'status'>;

export interface WholeFile extends NewTexts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly filename: string;
  readonly visibility: Visibility;
}

/** An API key, or the account by its sessions. */
export type FileOwner =
  | Pick<SessionActor, 'kind' | 'userId'>
  | Pick<KeyActor, 'keyId' | 'kind' | 'userId'>;

export interface FileUpload {
  readonly imageId: number;
  readonly isNew: boolean;
}

interface FileKey {
  readonly userId: number;
  readonly idempotencyKey: string;
}

const PROCESSOR_VERSION = `tintype-worker/${RECIPE_VERSION}`;
/** The transfer of a whole file has a place already. */
const PLACED = { tryAcquire: () => () => undefined };

export const UPLOAD_FILE_ERRORS = [
  ...PREPARE_FILE_ERRORS,
  ...CREATE_UPLOAD_ERRORS,
  ...PUT_PART_ERRORS,
  ...CANCEL_UPLOAD_ERRORS,
  ...COMPLETE_UPLOAD_ERRORS,
] as const satisfies readonly ErrorName[];

/** Answers once the image is committed, before its publication. */
export async function uploadFile(
  services: FileServices,
  actor: Uploader,
  file: WholeFile,
): Promise<FileUpload> {
  const { userId } = actor;
  const key = { userId, idempotencyKey: await fileKey(actor, file) };
  const known = await findLive(services, key);
  if (known !== null && known.imageId !== null) {
    return { imageId: known.imageId, isNew: false };
  }
  // A locked account learns of its lock from `createUpload`, at no greater cost.
  await admitUpload(services, userId);
  return prepareFile(services, file.bytes, async (source, parts) => {
    const manifest = await describeParts(source, parts, file);
    const { upload, isNew } = await openSession(services, actor, key, manifest);
    if (upload.imageId !== null) return { imageId: upload.imageId, isNew };
    await sendParts(services, actor, upload, parts);
    await completeUpload(services, actor, upload.uploadId, textsOf(file));
    const completed = await findUpload(services.db, userId, upload.uploadId);
    // Deleted meanwhile.
    if (completed === null || completed.imageId === null) throw new DomainError('upload_conflict');
    return { imageId: completed.imageId, isNew };
  });
}

/**
 * By which a repetition of an upload is known, in both pipelines. A private file never gives a public image, and no API
 * key an image that it has not uploaded: the answer holds links that show and delete it.
 */
export async function fileKey(
  actor: FileOwner,
  { visibility, bytes }: Pick<WholeFile, 'bytes' | 'visibility'>,
): Promise<string> {
  const uploader = actor.kind === 'key' ? actor.keyId : 'account';
  return `file:${visibility}:${uploader}:${await sha256Hex(bytes)}`;
}

/** The session of this key, unless it can give no image any more: then the key is free. */
async function findLive(services: FileServices, key: FileKey): Promise<Upload | null> {
  const { clock, config, db } = services;
  const now = clock.now();
  const since = now - config.UPLOAD_IDEMPOTENCY_TTL_MS;
  const upload = await db.run(selectUploadByKey({ ...key, since }));
  if (upload === null || !isDead(upload, now)) return upload;
  await db.batch({ released: releaseKey({ ...key, uploadId: upload.uploadId }) });
  return null;
}

/** Also: the image has been deleted, or cannot be published. */
function isDead(upload: Upload, now: number): boolean {
  const status = visibleStatus(upload, now);
  const isGone = upload.imageId !== null && upload.imageVisibility === null;
  return (
    status === 'failed' || status === 'cancelled' || isGone || upload.processingStatus === 'failed'
  );
}

function textsOf({ title, description, altText }: WholeFile): NewTexts {
  return { title, description, altText };
}

async function describeParts(
  { mimeType, file: bytes }: StillSource,
  parts: readonly PreparedPart[],
  { filename, visibility }: WholeFile,
): Promise<Manifest> {
  const master = parts.find(({ kind }) => kind === MASTER_KIND);
  if (master === undefined) throw new Error('the parts have no master');
  const { width, height } = master;
  return {
    filename,
    visibility,
    processorVersion: PROCESSOR_VERSION,
    recipeVersion: RECIPE_VERSION,
    source: { width, height, mimeType, animated: false },
    taken: readTaken(mimeType, bytes, { withLocation: true }),
    sourceSha256: await sha256Hex(bytes),
    parts: await Promise.all(
      parts.map(async (part) => ({
        kind: part.kind,
        size: part.bytes.length,
        sha256: await sha256Hex(part.bytes),
        width: part.width,
        height: part.height,
        quality: part.quality,
      })),
    ),
  };
}

async function openSession(
  services: FileServices,
  actor: Uploader,
  key: FileKey,
  manifest: Manifest,
): Promise<CreatedUpload> {
  const manifestSha256 = await sha256Hex(JSON.stringify(manifest.parts));
  const { idempotencyKey } = key;
  const request = { idempotencyKey, manifest, manifestSha256, isAdmitted: true };
  try {
    return await createUpload(services, actor, request);
  } catch (error) {
    if (!isDomainError(error, 'idempotency_key_conflict')) throw error;
  }
  const other = await findLive(services, key);
  if (other !== null) {
    if (other.imageId !== null) return { upload: other, isNew: false };
    const { uploadId } = other;
    await cancelUpload(services, actor, uploadId);
    await services.db.batch({ released: releaseKey({ ...key, uploadId }) });
  }
  return createUpload(services, actor, request);
}

/** A concurrent request with this file may have closed the session: `completeUpload` tells. */
async function sendParts(
  services: FileServices,
  actor: Uploader,
  { uploadId }: Upload,
  parts: readonly PreparedPart[],
): Promise<void> {
  const puts = parts.map(({ kind, bytes }) =>
    putPart({ ...services, partPlaces: PLACED }, actor, {
      uploadId,
      kind,
      mediaType: VARIANT_MIME_TYPE,
      contentLength: bytes.length,
      body: streamOf(bytes),
      onTransferred: async () => undefined,
    }),
  );
  // All end before the memory of the parts is given back.
  for (const put of await Promise.allSettled(puts)) {
    if (put.status === 'rejected' && !isDomainError(put.reason, 'upload_conflict'))
      throw put.reason;
  }
}
