import { and, eq, gt, inArray } from 'drizzle-orm';
import { existsIn, query } from '../../db/query.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { toHex } from '../../../shared/bytes.ts';
import { isStoredPart, VARIANT_MIME_TYPE, type PartKind } from '../../../shared/variants.ts';
import { putChecked } from '../../storage/checked-put.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { findUpload, selectUpload, type Upload, type UploadPart } from './find-upload.ts';
import { INSPECT_PART_ERRORS, inspectPart } from './inspect-part.ts';
import { isOpen, OPEN_STATUSES, REQUIRE_LIVE_ERRORS, requireLive } from './upload-state.ts';

/**
 * One pass: body → container walker → R2, which checks the SHA-256.
 *
 * - Only `putChecked` writes a part's key, if it is free, so an existing object has passed every check of that part.
 * - A part is marked after its object is stored, by an update that requires an open session. `complete` requires all
 *   marks, so a session in processing has all its objects.
 * - A put that finds its session closed erases the object if no other can need it (`isUnneeded`). The sweep erases the
 *   objects of a crashed put.
 */

type PartServices = Pick<Services, 'db' | 'objects' | 'config' | 'clock'> & {
  readonly partPlaces: Pick<Services['partPlaces'], 'tryAcquire'>;
};

export interface PartRequest {
  readonly uploadId: string;
  readonly kind: PartKind;
  /** In lower case, without parameters. */
  readonly mediaType: string | null;
  readonly contentLength: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Runs beside the marking once the body is stored, to release the transfer's resources. */
  readonly onTransferred: () => Promise<void>;
}

export type StoredPart = Pick<UploadPart, 'kind' | 'size' | 'sha256'>;

export const PUT_PART_ERRORS = [
  'invalid_upload',
  'body_too_large',
  'unsupported_type',
  'upload_interrupted',
  'part_hash_mismatch',
  ...INSPECT_PART_ERRORS,
  ...REQUIRE_LIVE_ERRORS,
  'upload_conflict',
  'account_locked',
  'upload_capacity_exhausted',
  'storage_pressure',
] as const satisfies readonly ErrorName[];

/** Idempotent, also for concurrent puts. */
export async function putPart(
  services: PartServices,
  actor: Pick<Actor, 'userId'>,
  request: PartRequest,
): Promise<StoredPart> {
  const part = await admitPart(services, actor, request);
  if (part.status === 'uploaded') return part;
  if (request.body === null) throw new DomainError('upload_interrupted');
  const release = services.partPlaces.tryAcquire();
  if (release === null) throw new DomainError('upload_capacity_exhausted');
  try {
    await transfer(services, part, request.body);
    await markUploaded(services, actor, request, part);
    return part;
  } finally {
    release();
  }
}

async function admitPart(
  { db, config, clock }: PartServices,
  { userId }: Pick<Actor, 'userId'>,
  request: PartRequest,
): Promise<UploadPart> {
  const upload = requireLive(await findUpload(db, userId, request.uploadId), clock.now());
  if (!isOpen(upload)) throw new DomainError('upload_conflict');
  if (upload.userStatus !== 'active') throw new DomainError('account_locked');
  const part = upload.parts.find(({ kind }) => kind === request.kind);
  if (part === undefined) throw new Error(`an upload session has no ${request.kind}`);
  checkDeclaration(request, part, config.UPLOAD_MAX_PART_BYTES);
  const { STORAGE_CAPACITY_BYTES: capacity, STORAGE_HARD_PRESSURE_PERCENT: percent } = config;
  const isUnderPressure = capacity !== null && upload.committedBytes >= (capacity * percent) / 100;
  if (isUnderPressure && part.status === 'pending') throw new DomainError('storage_pressure');
  return part;
}

function checkDeclaration(
  { mediaType, contentLength }: PartRequest,
  part: UploadPart,
  maxBytes: number,
): void {
  if (mediaType !== VARIANT_MIME_TYPE) {
    const message = `Content-Type must be ${VARIANT_MIME_TYPE}`;
    throw new DomainError('unsupported_type', { message });
  }
  if (contentLength !== null && contentLength > maxBytes) throw new DomainError('body_too_large');
  if (contentLength !== part.size) {
    const message = `Content-Length must be ${part.size}, as the manifest says`;
    throw new DomainError('invalid_upload', { message });
  }
}

async function transfer(
  { objects, config }: PartServices,
  part: UploadPart,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const put = await putChecked(objects, {
    key: part.objectKey,
    body,
    size: part.size,
    sha256: part.sha256,
    inspector: inspectPart(part, config.UPLOAD_MAX_PIXELS),
    timeoutMs: config.UPLOAD_PART_TIMEOUT_MS,
    slowest: {
      bytesPerSecond: config.UPLOAD_PART_MIN_BYTES_PER_SECOND,
      forMs: config.UPLOAD_PART_SLOW_MS,
    },
  });
  switch (put.outcome) {
    case 'stored':
      return;
    case 'exists':
      return confirmStored(objects, part);
    case 'checksum_mismatch':
      throw new DomainError('part_hash_mismatch');
    case 'refused':
      throw put.refusal;
    case 'broken':
      throw new DomainError('upload_interrupted');
    case 'timed_out':
      throw new DomainError('upload_interrupted', { message: 'The part arrived too slowly' });
  }
}

/** Another put of this part, perhaps a crashed one, has stored the object. */
async function confirmStored(objects: Services['objects'], part: UploadPart): Promise<void> {
  const stored = await objects.head(part.objectKey);
  // Erased meanwhile: its session is closed.
  if (stored === null) throw new DomainError('upload_conflict');
  const { sha256 } = stored.checksums;
  if (stored.size !== part.size || sha256 === undefined || toHex(sha256) !== part.sha256) {
    throw new Error(`object ${part.objectKey} is not its part`);
  }
}

async function markUploaded(
  { db, objects, clock }: PartServices,
  { userId }: Pick<Actor, 'userId'>,
  { uploadId, kind, onTransferred }: PartRequest,
  { objectKey }: UploadPart,
): Promise<void> {
  const now = clock.now();
  const [{ upload }] = await Promise.all([
    db.batch({
      marked: markPart({ uploadId, kind, now }),
      upload: selectUpload({ userId, uploadId }),
    }),
    onTransferred(),
  ]);
  const isMarked = upload?.parts.some((one) => one.kind === kind && one.status === 'uploaded');
  if (upload !== null && isOpen(upload) && isMarked === true) return;
  if (upload === null || isUnneeded(upload, kind)) await objects.erase([objectKey]);
  requireLive(upload, now);
  throw new DomainError('upload_conflict');
}

const markPart = prepareWrite((p: Params<{ uploadId: string; kind: PartKind; now: number }>) =>
  query
    .update(uploadParts)
    .set({ status: 'uploaded', uploadedAt: p.now })
    .where(
      and(
        eq(uploadParts.uploadId, p.uploadId),
        eq(uploadParts.kind, p.kind),
        eq(uploadParts.status, 'pending'),
        existsIn(
          uploadSessions,
          and(
            eq(uploadSessions.uploadId, uploadParts.uploadId),
            inArray(uploadSessions.status, OPEN_STATUSES),
            gt(uploadSessions.expiresAt, p.now),
          ),
        ),
      ),
    ),
);

/**
 * Always without an image; after publication only for a part that is not stored for good; never in processing, since
 * another put may have marked the same object.
 */
function isUnneeded({ status, imageId }: Upload, kind: PartKind): boolean {
  switch (status) {
    case 'cancelled':
      return true;
    case 'failed':
      return imageId === null;
    case 'completed':
    case 'cleanup_pending':
      return !isStoredPart(kind);
    case 'initiated':
    case 'uploading':
    case 'processing':
      return false;
  }
}
