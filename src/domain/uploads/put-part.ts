import { z } from 'zod';
import { statement, type Statement } from '../../db/database.ts';
import { PART_KINDS } from '../../db/schema/uploads.ts';
import { toHex } from '../../lib/bytes.ts';
import { putChecked } from '../../storage/checked-put.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { inspectPart } from './part-inspector.ts';
import {
  findSession,
  readSelected,
  selectSession,
  type SessionPart,
  type SessionRecord,
} from './session-rows.ts';
import { isOpen, requireLive } from './session-view.ts';

/**
 * One pass: body → container walker → R2, which checks the SHA-256. Invariants:
 * - A part's key belongs to one session and holds nothing but bytes that passed every check of that part, for only
 *   `putChecked` writes there, if the key is free. So an object that exists is the part, whoever stored it.
 * - A part is marked by an update that demands an open session, after its object is there. `complete` demands all four
 *   marks, so a session in processing has all its objects.
 * - A put that finds its session closed erases the object, but only where nobody can need it: see `isUnneeded`. What a
 *   put leaves when it dies in between is in the keys of its session, and the sweep erases those.
 */

type PartServices = Pick<Services, 'db' | 'objects' | 'config' | 'clock' | 'partSlots'>;

export interface PartRequest {
  readonly uploadId: string;
  readonly kind: string;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Runs beside the marking once the body is stored: what the transfer held is free again. */
  readonly onTransferred: () => Promise<void>;
}

const checkHeaders = (
  { contentType, contentLength }: PartRequest,
  part: SessionPart,
  maxBytes: number,
): void => {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'image/webp')
    throw new DomainError('unsupported_type', { message: 'Content-Type must be image/webp' });
  if (Number(contentLength) > maxBytes) throw new DomainError('body_too_large');
  if (contentLength !== String(part.size))
    throw new DomainError('invalid_upload', {
      message: `Content-Length must be ${part.size}, as the manifest says`,
    });
};

/** The user's open session and its part. @throws {DomainError} invalid_upload, upload_not_found, upload_conflict, account_locked, storage_pressure. */
const admitPart = async (
  { db, config, clock }: PartServices,
  actor: Actor,
  request: PartRequest,
): Promise<SessionPart> => {
  if (!PART_KINDS.some((kind) => kind === request.kind))
    throw new DomainError('invalid_upload', {
      message: `Unknown part kind; one of ${PART_KINDS.join(', ')}`,
    });
  const found = await findSession(db, actor.userId, request.uploadId);
  const session = requireLive(found, clock.now());
  if (!isOpen(session)) throw new DomainError('upload_conflict');
  if (session.userStatus !== 'active') throw new DomainError('account_locked');
  const part = session.parts.find(({ kind }) => kind === request.kind);
  if (part === undefined) throw new DomainError('internal_error');
  checkHeaders(request, part, config.UPLOAD_MAX_PART_BYTES);
  const { STORAGE_CAPACITY_BYTES: capacity, STORAGE_HARD_PRESSURE_PERCENT: percent } = config;
  const isUnderPressure = capacity !== null && session.committedBytes >= (capacity * percent) / 100;
  if (isUnderPressure && part.status === 'pending') throw new DomainError('storage_pressure');
  return part;
};

const transfer = async (
  { objects, config }: PartServices,
  part: SessionPart,
  body: ReadableStream<Uint8Array>,
): Promise<void> => {
  const put = await putChecked(objects, {
    key: part.objectKey,
    body,
    size: part.size,
    sha256: part.sha256,
    inspector: inspectPart(part, config.UPLOAD_MAX_PIXELS),
    timeoutMs: config.UPLOAD_PART_TIMEOUT_MS,
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
      throw new DomainError('upload_interrupted', { message: 'The part took too long to arrive' });
  }
};

/** Another put of this part, perhaps one that died before it could mark it, has stored the object. */
const confirmStored = async (objects: Services['objects'], part: SessionPart): Promise<void> => {
  const stored = await objects.head(part.objectKey);
  // Erased in between: its session is closed.
  if (stored === null) throw new DomainError('upload_conflict');
  const { sha256 } = stored.checksums;
  if (stored.size !== part.size || sha256 === undefined || toHex(sha256) !== part.sha256)
    throw new Error(`object ${part.objectKey} is not its part`);
};

const markUploaded = (uploadId: string, kind: string, now: number): Statement[] => [
  statement(
    `UPDATE upload_sessions SET status = 'uploading'
     WHERE upload_id = ? AND status = 'initiated' AND expires_at > ?`,
    uploadId,
    now,
  ),
  statement(
    `UPDATE upload_parts SET status = 'uploaded', uploaded_at = ?
     WHERE upload_id = ? AND kind = ? AND status = 'pending'
       AND EXISTS (SELECT 1 FROM upload_sessions s
         WHERE s.upload_id = upload_parts.upload_id AND s.status = 'uploading' AND s.expires_at > ?)`,
    now,
    uploadId,
    kind,
    now,
  ),
];

/**
 * Whether a put that came too late may erase the object. Closed without an image: nobody will ever read it. Closed
 * after publication: only `publish_source`, which has done its work. In processing it may be the very object that
 * another put of the same part has marked.
 */
const isUnneeded = ({ status, imageId }: SessionRecord, kind: string): boolean => {
  switch (status) {
    case 'cancelled':
      return true;
    case 'failed':
      return imageId === null;
    case 'completed':
    case 'cleanup_pending':
      return kind === 'publish_source';
    case 'initiated':
    case 'uploading':
    case 'processing':
      return false;
  }
};

export const StoredPart = z.object({
  kind: z.enum(PART_KINDS),
  status: z.literal('uploaded'),
  size: z.int(),
  sha256: z.string(),
});

export type StoredPart = z.infer<typeof StoredPart>;

/**
 * Takes one part of an open session. Repeating it, also at the same time, ends the same.
 * @throws {DomainError} body_too_large, unsupported_type, invalid_upload, upload_interrupted, part_hash_mismatch, part_geometry_mismatch, image_too_large, account_locked, upload_not_found, upload_conflict, upload_capacity_exhausted, storage_pressure.
 */
export const putPart = async (
  services: PartServices,
  actor: Actor,
  request: PartRequest,
): Promise<StoredPart> => {
  const { db, objects, clock, partSlots } = services;
  const part = await admitPart(services, actor, request);
  const { kind, size, sha256, objectKey } = part;
  const answer: StoredPart = { kind, status: 'uploaded', size, sha256 };
  if (part.status === 'uploaded') return answer;
  if (request.body === null) throw new DomainError('upload_interrupted');

  const release = partSlots.take();
  if (release === null) throw new DomainError('upload_capacity_exhausted');
  try {
    await transfer(services, part, request.body);
    const now = clock.now();
    const { uploadId } = request;
    const [results] = await Promise.all([
      db.batch([...markUploaded(uploadId, kind, now), selectSession(actor.userId, uploadId)]),
      request.onTransferred(),
    ]);
    const session = readSelected(results);
    const isMarked = session?.parts.some((one) => one.kind === kind && one.status === 'uploaded');
    if (session !== null && isOpen(session) && isMarked === true) return answer;
    if (session === null || isUnneeded(session, kind)) await objects.erase([objectKey]);
    requireLive(session, now);
    throw new DomainError('upload_conflict');
  } finally {
    release();
  }
};
