import { z } from 'zod';
import { PART_KINDS, UPLOAD_STATUSES, type UploadStatus } from '../../db/schema/uploads.ts';
import { toTimestamp } from '../../lib/clock.ts';
import { DomainError, ERRORS } from '../errors.ts';
import type { SessionRecord } from './session-rows.ts';

const PartStatus = z.enum(['pending', 'uploaded']);

/** The answer to a session's creation (spec, Upload session). */
export const UploadSession = z.object({
  upload_id: z.string(),
  status: z.enum(UPLOAD_STATUSES),
  expires_at: z.iso.datetime(),
  parts: z.array(
    z.object({
      kind: z.enum(PART_KINDS),
      status: PartStatus,
      put_url: z.string(),
      size: z.int(),
      sha256: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  ),
});

/** A session as its owner polls it; the three image fields stand there once the image is published. */
export const UploadState = z.object({
  upload_id: z.string(),
  status: z.enum(UPLOAD_STATUSES),
  expires_at: z.iso.datetime(),
  parts: z.array(z.object({ kind: z.enum(PART_KINDS), status: PartStatus })),
  image_id: z.int().optional(),
  unique_link: z.string().optional(),
  asset_link: z.string().optional(),
  failure: z.object({ code: z.int(), message: z.string() }).optional(),
});

export type UploadSession = z.infer<typeof UploadSession>;
export type UploadState = z.infer<typeof UploadState>;

const OPEN: ReadonlySet<UploadStatus> = new Set(['initiated', 'uploading']);

export const isOpen = ({ status }: Pick<SessionRecord, 'status'>): boolean => OPEN.has(status);

/** Whether the session ran out of time, be it that the sweep has closed it already or not. */
export const isExpired = (session: SessionRecord, now: number): boolean =>
  (isOpen(session) && session.expiresAt <= now) ||
  (session.status === 'failed' && session.failureCode === EXPIRY_FAILURE.code);

/** What the sweep writes into a session that ran out of time. */
export const EXPIRY_FAILURE = {
  code: ERRORS.upload_expired.code,
  message: ERRORS.upload_expired.message,
};

/** @throws {DomainError} upload_not_found when there is no such session or it ran out of time. */
export const requireLive = (session: SessionRecord | null, now: number): SessionRecord => {
  if (session === null) throw new DomainError('upload_not_found');
  if (isExpired(session, now)) throw new DomainError('upload_expired');
  return session;
};

const visibleStatus = (session: SessionRecord, now: number): UploadStatus =>
  isExpired(session, now) ? 'failed' : session.status;

export const viewSession = (
  session: SessionRecord,
  now: number,
  putUrl: (uploadId: string, kind: string) => string,
): UploadSession => ({
  upload_id: session.uploadId,
  status: visibleStatus(session, now),
  expires_at: toTimestamp(session.expiresAt),
  parts: session.parts.map(({ kind, status, size, sha256, width, height }) => ({
    kind,
    status,
    put_url: putUrl(session.uploadId, kind),
    size,
    sha256,
    width,
    height,
  })),
});

const imageFields = ({
  imageId,
  uniqueLink,
  processingStatus,
  imageVisibility,
}: SessionRecord): Pick<UploadState, 'image_id' | 'unique_link' | 'asset_link'> =>
  imageId === null || processingStatus !== 'completed'
    ? {}
    : {
        image_id: imageId,
        unique_link: uniqueLink,
        asset_link: imageVisibility === 'private' ? `${uniqueLink}S` : uniqueLink,
      };

const failureOf = (session: SessionRecord, now: number): UploadState['failure'] => {
  if (isExpired(session, now)) return EXPIRY_FAILURE;
  const hasFailed = session.status === 'failed' || session.processingStatus === 'failed';
  if (!hasFailed) return undefined;
  const { failureCode: code, failureMessage: message } = session;
  return {
    code: code ?? ERRORS.internal_error.code,
    message: message ?? ERRORS.internal_error.message,
  };
};

export const viewState = (session: SessionRecord, now: number): UploadState => {
  const failure = failureOf(session, now);
  return {
    upload_id: session.uploadId,
    status: visibleStatus(session, now),
    expires_at: toTimestamp(session.expiresAt),
    parts: session.parts.map(({ kind, status }) => ({ kind, status })),
    ...imageFields(session),
    ...(failure === undefined ? {} : { failure }),
  };
};
