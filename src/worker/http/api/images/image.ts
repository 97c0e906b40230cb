import { z } from '@hono/zod-openapi';
import {
  PROCESSING_STATUSES,
  VISIBILITIES,
  type ListedImage,
} from '../../../domain/images/listed-image.ts';
import { assetLinkOf } from '../../../domain/links/make-link.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { takenToWire } from '../../../../shared/taken-wire.ts';
import { unpackTaken } from '../../../domain/texts/stored-taken.ts';
import { CameraFacts, Location } from '../../taken-schema.ts';
import { textMatching } from '../../text-matching.ts';

/** Ids beyond 2^53 lose digits here, but no image has one. Other text is an invalid_id. */
export const ImageIdParam = z.object({ id: idInPath() });

export function idInPath() {
  return textMatching(/^[1-9]\d{0,19}$/u, 'must be a positive integer')
    .transform(Number)
    .openapi({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      example: 1,
    });
}

export const Image = z
  .object({
    id: z.int(),
    user_id: z.int(),
    image_file_id: z.int(),
    unique_link: z.string(),
    title: z.string(),
    filename: z.string(),
    description: z.string(),
    alt_text: z
      .string()
      .openapi({ description: 'What the image shows, for those who cannot see it' }),
    visibility: z.enum(VISIBILITIES),
    pipeline_version: z.int(),
    processing_status: z.enum(PROCESSING_STATUSES),
    asset_link: z
      .string()
      .nullable()
      .openapi({
        description:
          'What /i/ serves a published pipeline-2 image under; ends with S while it is private. Null of pipeline 1, ' +
          'whose `unique_link` stays.',
      }),
    view_count: z.int(),
    width: z.int(),
    height: z.int(),
    file_size: z
      .int()
      .openapi({ description: 'Bytes of `master`; of the original for pipeline 1' }),
    thumb_hash: z
      .string()
      .nullable()
      .openapi({
        description:
          'A blurred preview to draw until the image is there: a ThumbHash (https://evanw.github.io/thumbhash) in ' +
          'Base64. Null before publication, and of images that have none.',
      }),
    taken_at: z.string().nullable().openapi({
      description:
        'By the camera’s clock, with its offset where that is known. Null where the upload has not said it.',
      example: '2026-11-27T12:00:00+01:00',
    }),
    camera: CameraFacts.nullable().openapi({
      description: 'Null where the upload has not said it',
    }),
    location: Location.nullable().openapi({
      description: 'Where it was taken, for its owner alone, if the account keeps locations',
    }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('ImageSummary');

/** `viewerId`: the caller's, who sees the places of own images alone. */
export function toImage(image: ListedImage, viewerId: number): z.infer<typeof Image> {
  const taken = takenToWire(unpackTaken(image));
  return {
    id: image.id,
    user_id: image.userId,
    image_file_id: image.imageFileId,
    unique_link: image.uniqueLink,
    title: image.title,
    filename: image.filename,
    description: image.description,
    alt_text: image.altText,
    visibility: image.visibility,
    pipeline_version: image.pipelineVersion,
    processing_status: image.processingStatus,
    asset_link: assetLinkOf(image),
    view_count: image.viewCount,
    width: image.width,
    height: image.height,
    file_size: image.fileSize,
    thumb_hash: image.thumbHash,
    taken_at: taken.taken_at ?? null,
    camera: taken.camera ?? null,
    location: (image.userId === viewerId ? taken.location : undefined) ?? null,
    created_at: toTimestamp(image.createdAt),
    updated_at: toTimestamp(image.updatedAt),
  };
}
