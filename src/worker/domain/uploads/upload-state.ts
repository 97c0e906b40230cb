import { PART_STATUSES, UPLOAD_STATUSES, type UploadStatus } from '../../db/schema/uploads.ts';
import type { PartKind } from '../../../shared/variants.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { EXPIRY, readFailure, type Failure } from '../failure.ts';
import { assetLink } from '../links/make-link.ts';
import type { Upload, UploadPart } from './find-upload.ts';

export { PART_STATUSES, UPLOAD_STATUSES };

/** A session as its owner may know it. */
export interface UploadState {
  readonly uploadId: string;
  readonly status: UploadStatus;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly parts: readonly { readonly kind: PartKind; readonly status: UploadPart['status'] }[];
  /** Once the image is published. */
  readonly image: UploadedImage | null;
  readonly failure: Failure | null;
}

interface UploadedImage {
  readonly imageId: number;
  readonly uniqueLink: string;
  readonly assetLink: string;
}

/** States in which a session takes parts. */
export const OPEN_STATUSES = ['initiated', 'uploading'] as const satisfies UploadStatus[];

/** Whether a session still takes parts. */
export function isOpen({ status }: Pick<Upload, 'status'>): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

export const REQUIRE_LIVE_ERRORS = [
  // Or somebody else's.
  'upload_not_found',
  'upload_expired',
] as const satisfies readonly ErrorName[];

/** Returns a session that exists and has not run out of time. */
export function requireLive(upload: Upload | null, now: number): Upload {
  if (upload === null) throw new DomainError('upload_not_found');
  if (isExpired(upload, now)) throw new DomainError('upload_expired');
  return upload;
}

/** Whether the session ran out of time, even if the sweep has not closed it yet. */
function isExpired(upload: Upload, now: number): boolean {
  return (
    (isOpen(upload) && upload.expiresAt <= now) ||
    (upload.status === 'failed' && readFailure(upload)?.error === EXPIRY.error)
  );
}

/** What the session's owner may know of it at a moment (milliseconds). */
export function stateOf(upload: Upload, now: number): UploadState {
  return {
    uploadId: upload.uploadId,
    status: visibleStatus(upload, now),
    expiresAt: upload.expiresAt,
    parts: upload.parts,
    image: publishedImage(upload),
    failure: whyFailed(upload, now),
  };
}

/** A session that nobody has swept yet has failed all the same. */
export function visibleStatus(upload: Upload, now: number): UploadStatus {
  return isExpired(upload, now) ? 'failed' : upload.status;
}

function publishedImage(upload: Upload): UploadedImage | null {
  const { imageId, uniqueLink, processingStatus, imageVisibility } = upload;
  if (imageId === null || imageVisibility === null || processingStatus !== 'completed') return null;
  return { imageId, uniqueLink, assetLink: assetLink(uniqueLink, imageVisibility) };
}

function whyFailed(upload: Upload, now: number): Failure | null {
  if (isExpired(upload, now)) return EXPIRY;
  if (upload.status !== 'failed' && upload.processingStatus !== 'failed') return null;
  return readFailure(upload) ?? { error: 'internal_error' };
}
