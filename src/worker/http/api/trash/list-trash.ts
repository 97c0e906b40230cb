import { z } from '@hono/zod-openapi';
import { toTimestamp } from '../../../../shared/clock.ts';
import { VISIBILITIES } from '../../../domain/images/listed-image.ts';
import {
  LIST_TRASH_ERRORS,
  listTrash,
  type TrashedImage as Trashed,
} from '../../../domain/trash/list-trash.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { pageCursor, PageLimit } from '../../page-limit.ts';

const CURSOR_MAX_LENGTH = 200;

const TrashedImage = z
  .object({
    id: z.int(),
    title: z.string(),
    filename: z.string(),
    visibility: z.enum(VISIBILITIES),
    width: z.int(),
    height: z.int(),
    file_size: z.int(),
    thumb_hash: z.string().nullable(),
    created_at: z.iso.datetime(),
    trashed_at: z.iso.datetime(),
    erase_due_at: z.iso.datetime().openapi({ description: 'From then on nobody can restore it' }),
  })
  .openapi('TrashedImage');

const TrashPage = z
  .object({
    images: z.array(TrashedImage),
    next_cursor: z.string().openapi({ description: 'Empty when there is no more' }),
    has_more: z.boolean(),
  })
  .openapi('TrashPage');

export const listTrashRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/trash/',
    operationId: 'listTrash',
    scope: 'session',
    keyScope: 'read',
    errors: LIST_TRASH_ERRORS,
    tags: ['trash'],
    summary: 'List the images in one’s trash, the newest first',
    description: 'They count in the quota, and no link of theirs works.',
    request: {
      query: z.object({
        cursor: pageCursor(CURSOR_MAX_LENGTH),
        limit: PageLimit,
      }),
    },
    responses: answers(200, 'A page of the trash', TrashPage),
  }),
  async (c) => {
    const page = await listTrash(c.env.services, c.var.actor, c.req.valid('query'));
    return c.json(
      success({
        images: page.images.map(toTrashedImage),
        next_cursor: page.nextCursor,
        has_more: page.hasMore,
      }),
      200,
    );
  },
);

function toTrashedImage({ id, image, trashedAt, eraseDueAt }: Trashed) {
  return {
    id,
    title: image.title,
    filename: image.filename,
    visibility: image.visibility,
    width: image.width,
    height: image.height,
    file_size: image.file_size,
    thumb_hash: image.thumb_hash ?? null,
    created_at: toTimestamp(image.created_at),
    trashed_at: toTimestamp(trashedAt),
    erase_due_at: toTimestamp(eraseDueAt),
  };
}
