import { z } from '@hono/zod-openapi';
import type { Upload } from '../../../domain/uploads/find-upload.ts';
import {
  PART_STATUSES,
  UPLOAD_STATUSES,
  visibleStatus,
  type UploadState as State,
} from '../../../domain/uploads/upload-state.ts';
import { UPLOAD_ID_LENGTH } from '../../../../shared/ids.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { PART_KINDS } from '../../../../shared/variants.ts';
import { Failure, toFailure } from '../../failure-schema.ts';

/** In requests. */
export const UploadId = z
  .string()
  .openapi({ minLength: UPLOAD_ID_LENGTH, maxLength: UPLOAD_ID_LENGTH });

/** Any text: an id without an upload is unknown, not malformed. */
export const UploadIdParam = z.object({
  uploadID: UploadId.openapi({ description: 'Its characters are URL-safe' }),
});

const PartStatus = z.enum(PART_STATUSES);

export const UploadSession = z
  .object({
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
  })
  .openapi('UploadSession');

export function toUploadSession(upload: Upload, now: number): z.infer<typeof UploadSession> {
  const { uploadId, expiresAt, parts } = upload;
  return {
    upload_id: uploadId,
    status: visibleStatus(upload, now),
    expires_at: toTimestamp(expiresAt),
    parts: parts.map(({ kind, status, size, sha256, width, height }) => ({
      kind,
      status,
      put_url: `/api/v1/uploads/${uploadId}/parts/${kind}`,
      size,
      sha256,
      width,
      height,
    })),
  };
}

/** The three image fields are present once the image is published. */
export const UploadState = z
  .object({
    upload_id: z.string(),
    status: z.enum(UPLOAD_STATUSES),
    expires_at: z.iso.datetime(),
    parts: z.array(z.object({ kind: z.enum(PART_KINDS), status: PartStatus })),
    image_id: z.int().optional(),
    unique_link: z.string().optional(),
    asset_link: z.string().optional(),
    failure: Failure.extend({
      code: z.int().openapi({
        description:
          '1003: this picture cannot be processed. 1000: the service failed, and may take it later. ' +
          '4043: the session expired before it was complete.',
      }),
    }).optional(),
  })
  .openapi('UploadState');

export function toUploadState(state: State): z.infer<typeof UploadState> {
  const { image, failure } = state;
  return {
    upload_id: state.uploadId,
    status: state.status,
    expires_at: toTimestamp(state.expiresAt),
    parts: state.parts.map(({ kind, status }) => ({ kind, status })),
    ...(image === null
      ? {}
      : {
          image_id: image.imageId,
          unique_link: image.uniqueLink,
          asset_link: image.assetLink,
        }),
    ...(failure === null ? {} : { failure: toFailure(failure) }),
  };
}
