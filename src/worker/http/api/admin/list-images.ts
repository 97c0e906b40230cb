import { z } from '@hono/zod-openapi';
import {
  findByLink,
  LIST_ALL_IMAGES_ERRORS,
  listAllImages,
} from '../../../domain/images/list-all-images.ts';
import { LIST_IMAGES_ERRORS, listImages } from '../../../domain/images/list-images.ts';
import type { ListedImage } from '../../../domain/images/listed-image.ts';
import type { Services } from '../../../domain/services.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { pageCursor } from '../../page-limit.ts';
import { CURSOR_MAX_LENGTH } from '../images/list-images.ts';
import { Image, toImage } from '../images/image.ts';
import { orderOf } from '../images/list-sorts.ts';
import { Id } from './id-param.ts';
import { pageOf, PageQuery, toPage } from './page-query.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const LINK_MAX_CHARACTERS = 500;

const AllImagesQuery = PageQuery.extend({
  cursor: pageCursor(CURSOR_MAX_LENGTH),
  user_id: Id.optional(),
  link: z.string().min(1).max(LINK_MAX_CHARACTERS).optional().openapi({
    description: 'Of a file, a rendition or a share page: an address, a path or the alias alone',
    example: '/i/A1b2C3d4E5f6.webp',
  }),
}).refine(({ user_id: userId, link }) => userId === undefined || link === undefined, {
  message: 'one filter at a time: user_id or link',
});

type Request = z.output<typeof AllImagesQuery>;

export const listAllImagesRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images',
    operationId: 'listAllImages',
    scope: 'admin',
    errors: [...LIST_ALL_IMAGES_ERRORS, ...LIST_IMAGES_ERRORS],
    tags: ['admin'],
    summary: 'The images of all accounts, the newest first',
    description:
      'One filter at a time: `user_id`, or `link`, which finds at most one image, whatever its visibility. Those in the ' +
      'trash are left out. `DELETE /images/{id}` deletes an image of another account, `GET /images/{id}/preview` shows it.',
    request: { query: AllImagesQuery },
    responses: answers(200, 'A page', pageOf(Image).openapi('AllImagesPage')),
  }),
  async (c) => {
    const request = c.req.valid('query');
    const { images, nextCursor } = await runForAdministrator(c, (services) =>
      findImages(services, request),
    );
    return c.json(
      success(
        toPage(
          images.map((image) => toImage(image, c.var.actor.userId)),
          nextCursor,
        ),
      ),
      200,
    );
  },
);

interface Found {
  readonly images: readonly ListedImage[];
  readonly nextCursor: string;
}

async function findImages(
  services: Services,
  { user_id: userId, link, cursor, limit }: Request,
): Promise<Found> {
  if (link !== undefined) return { images: await findByLink(services, link), nextCursor: '' };
  if (userId !== undefined) {
    const newest = { order: orderOf('-created_at'), visibility: null, search: '', from: '' };
    return listImages(services, { userId }, { ...newest, cursor, limit });
  }
  const { rows, nextCursor } = await listAllImages(services, { cursor, limit });
  return { images: rows, nextCursor };
}
