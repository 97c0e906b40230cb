import { z } from '@hono/zod-openapi';
import { findCopies } from '../../../domain/images/find-copies.ts';
import { LIST_IMAGES_ERRORS, listImages } from '../../../domain/images/list-images.ts';
import { VISIBILITIES } from '../../../domain/images/listed-image.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { pageCursor, PageLimit } from '../../page-limit.ts';
import { searchText } from '../../search-text.ts';
import { sha256Text } from '../../text-matching.ts';
import { Image, toImage } from './image.ts';
import { LIST_SORTS, orderOf } from './list-sorts.ts';

/** The longest cursor has 1,086: a title's first 128 characters, each a JSON escape, in Base64. */
export const CURSOR_MAX_LENGTH = 2048;

const ListQuery = z.object({
  cursor: pageCursor(CURSOR_MAX_LENGTH),
  limit: PageLimit,
  sort: z
    .enum(LIST_SORTS)
    .default('-created_at')
    .openapi({ description: 'A minus sorts the other way round' }),
  from: z
    .string()
    .max(10)
    .default('')
    .openapi({
      description:
        'A month or a day, UTC, where a list by date begins: with its newest image, in ascending order with its oldest. ' +
        'Without a cursor; the cursors of such a page lead on.',
      example: '2026-11',
    }),
  visibility: z.enum(['', ...VISIBILITIES]).default(''),
  source_sha256: sha256Text()
    .optional()
    .openapi({
      description:
        'Lists the images that one’s uploads of this very file became, the newest first, without regard to the other ' +
        'parameters but `limit`. Images in the trash are none.',
    }),
  search: searchText(
    'A substring of title, filename, description, camera or lens, in any case; or the date when it was taken: a year, month or day as 2026-11.',
  ),
});

export const ImagePage = z
  .object({
    images: z.array(Image),
    next_cursor: z.string().openapi({ description: 'Empty when there is no more' }),
    has_more: z.boolean().openapi({
      description:
        'Whether to go on with `next_cursor`. A search may answer a short or empty page and still go on: each page looks at a bounded number of images.',
    }),
  })
  .openapi('ImagePage');

export const listImagesRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images/',
    operationId: 'listImages',
    scope: 'session',
    keyScope: 'read',
    errors: LIST_IMAGES_ERRORS,
    tags: ['images'],
    summary: 'List and search one’s own images',
    description:
      'Pages stay in place while images arrive and go. In a library that has held more than 5,000 images, the order by `view_count` may be an hour older than the numbers that it shows. An image whose place changes may move while it is paged.',
    request: { query: ListQuery },
    responses: answers(200, 'A page of images', ImagePage),
  }),
  async (c) => {
    const { sort, visibility, source_sha256: source, ...query } = c.req.valid('query');
    const { services } = c.env;
    const { actor } = c.var;
    if (source !== undefined) {
      const copies = await findCopies(services, actor, source, query.limit);
      const images = copies.map((image) => toImage(image, actor.userId));
      return c.json(success({ images, next_cursor: '', has_more: false }), 200);
    }
    const page = await listImages(services, actor, {
      ...query,
      order: orderOf(sort),
      visibility: visibility === '' ? null : visibility,
    });
    return c.json(
      success({
        images: page.images.map((image) => toImage(image, actor.userId)),
        next_cursor: page.nextCursor,
        has_more: page.hasMore,
      }),
      200,
    );
  },
);
