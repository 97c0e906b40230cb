import { z } from '@hono/zod-openapi';
import { MOVE_IN_ALBUM_ERRORS, moveInAlbum } from '../../../domain/albums/move-in-album.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { AlbumChoice, AlbumIdParam, ImageId } from './album.ts';

const AlbumMove = AlbumChoice.extend({
  before: ImageId.nullable().openapi({ description: 'An image of the album; null for the end' }),
}).openapi('AlbumMove', { example: { image_ids: [2], before: 1 } });

export const moveInAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/albums/{id}/images/move',
    operationId: 'moveInAlbum',
    scope: 'session',
    keyScope: 'manage',
    errors: MOVE_IN_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'Move images within an album that is ordered by hand',
    description:
      'To the place before another image, in the order of the list. Ids that are not in the album are left out, so it can ' +
      'be sent again. An album in order of date refuses it (3000).',
    request: {
      params: AlbumIdParam,
      body: { required: true, content: jsonContent(AlbumMove) },
    },
    responses: answers(200, 'The images are in place', z.null()),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { image_ids: imageIds, before: beforeId } = c.req.valid('json');
    await moveInAlbum(c.env.services, c.var.actor, id, { imageIds, beforeId });
    return c.json(success(null), 200);
  },
);
