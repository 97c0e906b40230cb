import { z } from '@hono/zod-openapi';
import {
  PROCESSING_STATUSES,
  type QueuedUpload as State,
} from '../../../domain/legacy/queue-state.ts';
import { Failure, toFailure } from '../../failure-schema.ts';

export const QueuedUpload = z
  .object({
    id: z.string().openapi({ description: 'For GET /upload/queue/{id}' }),
    status: z.enum(PROCESSING_STATUSES),
    image_id: z.int().optional(),
    failure: Failure.optional().openapi({ description: 'Of one that `failed`' }),
  })
  .openapi('QueuedUpload', {
    example: { id: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0Vnia', status: 'pending', image_id: 42 },
  });

export function toQueuedUpload({
  uploadId,
  status,
  imageId,
  failure,
}: State): z.infer<typeof QueuedUpload> {
  return {
    id: uploadId,
    status,
    ...(imageId === null ? {} : { image_id: imageId }),
    ...(failure === null ? {} : { failure: toFailure(failure) }),
  };
}
