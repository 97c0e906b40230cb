import { PART_STATUSES, UPLOAD_STATUSES, type UploadStatus } from '../../db/schema/uploads.ts';
import type { PartKind } from '../../../shared/variants.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { EXPIRY, readFailure, type Failure } from '../failure.ts';
import { assetLink } from '../links/make-link.ts';
import type { Upload, UploadPart } from './find-upload.ts';

export { PART_STATUSES, UPLOAD_STATUSES };

export interface UploadState {
  readonly uploadId: string;
  readonly status: UploadStatus;
  readonly expiresAt: number;
  readonly parts: readonly { readonly kind: PartKind; readonly status: UploadPart['status'] }[];
  readonly image: UploadedImage | null;
  readonly failure: Failure | null;
}

interface UploadedImage {
  readonly imageId: number;
  readonly uniqueLink: string;
  readonly assetLink: string;
}

/** The version before stored `uploading` with the first part. It follows from the parts now. */
export const OPEN_STATUSES = ['initiated', 'uploading'] as const satisfies UploadStatus[];

export function isOpen({ status }: Pick<Upload, 'status'>): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

export const REQUIRE_LIVE_ERRORS = [
  // Also another user's.
  'upload_not_found',
  'upload_expired',
] as const satisfies readonly ErrorName[];

export function requireLive(upload: Upload | null, now: number): Upload {
  if (upload === null) throw new DomainError('upload_not_found');
  if (isExpired(upload, now)) throw new DomainError('upload_expired');
  return upload;
}

/** Includes expired sessions that the sweep has not closed yet. */
function isExpired(upload: Upload, now: number): boolean {
  return (
    (isOpen(upload) && upload.expiresAt <= now) ||
    (upload.status === 'failed' && readFailure(upload)?.error === EXPIRY.error)
  );
}

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

export function visibleStatus(upload: Upload, now: number): UploadStatus {
  if (isExpired(upload, now)) return 'failed';
  const isBegun = upload.parts.some(({ status }) => status === 'uploaded');
  return upload.status === 'initiated' && isBegun ? 'uploading' : upload.status;
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
