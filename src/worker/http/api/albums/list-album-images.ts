import { z } from '@hono/zod-openapi';
import {
  LIST_ALBUM_IMAGES_ERRORS,
  listAlbumImages,
} from '../../../domain/albums/list-album-images.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { pageCursor, PageLimit } from '../../page-limit.ts';
import { toImage } from '../images/image.ts';
import { ImagePage } from '../images/list-images.ts';
import { AlbumIdParam } from './album.ts';

const CURSOR_MAX_LENGTH = 200;

export const listAlbumImagesRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/albums/{id}/images',
    operationId: 'listAlbumImages',
    scope: 'session',
    keyScope: 'read',
    errors: LIST_ALBUM_IMAGES_ERRORS,
    tags: ['albums'],
    summary: 'The images of an album in its order',
    description: 'A cursor belongs to the order that the album had.',
    request: {
      params: AlbumIdParam,
      query: z.object({
        cursor: pageCursor(CURSOR_MAX_LENGTH),
        limit: PageLimit,
      }),
    },
    responses: answers(200, 'A page of images', ImagePage),
  }),
  async (c) => {
    const { actor } = c.var;
    const asked = { albumId: c.req.valid('param').id, ...c.req.valid('query') };
    const page = await listAlbumImages(c.env.services, actor, asked);
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
