import { z } from '@hono/zod-openapi';
import { REMOVE_FROM_ALBUM_ERRORS, removeFromAlbum } from '../../../domain/albums/album-members.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { AlbumChoice, AlbumIdParam } from './album.ts';

const AlbumCount = z.object({ image_count: z.int() }).openapi('AlbumCount');

export const removeFromAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/albums/{id}/images/remove',
    operationId: 'removeFromAlbum',
    scope: 'session',
    keyScope: 'manage',
    errors: REMOVE_FROM_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'Take images out of an album',
    description:
      'They stay in the library. Ids that are not in the album are left out, so it can be sent again.',
    request: {
      params: AlbumIdParam,
      body: { required: true, content: jsonContent(AlbumChoice) },
    },
    responses: answers(200, 'How many images are left', AlbumCount),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { image_ids: ids } = c.req.valid('json');
    const imageCount = await removeFromAlbum(c.env.services, c.var.actor, id, ids);
    return c.json(success({ image_count: imageCount }), 200);
  },
);
