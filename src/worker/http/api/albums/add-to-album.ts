import { z } from '@hono/zod-openapi';
import { ADD_TO_ALBUM_ERRORS, addToAlbum } from '../../../domain/albums/album-members.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { AlbumChoice, AlbumIdParam } from './album.ts';

const AddedImages = z
  .object({
    image_ids: z.array(z.int()).openapi({ description: 'Those that are in the album now' }),
    image_count: z.int(),
  })
  .openapi('AddedImages');

export const addToAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/albums/{id}/images',
    operationId: 'addToAlbum',
    scope: 'session',
    keyScope: 'manage',
    errors: ADD_TO_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'Add images to an album',
    description:
      'Images that are there already stay in place, so it can be sent again. Ids that are not in the caller’s library are ' +
      'left out. New images come at the end of an order by hand. An album has up to 100,000 images.',
    request: {
      params: AlbumIdParam,
      body: { required: true, content: jsonContent(AlbumChoice) },
    },
    responses: answers(200, 'The images that are in the album', AddedImages),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { image_ids: ids } = c.req.valid('json');
    const added = await addToAlbum(c.env.services, c.var.actor, id, ids);
    return c.json(success({ image_ids: [...added.imageIds], image_count: added.imageCount }), 200);
  },
);
