import { z } from '@hono/zod-openapi';
import { DELETE_ALBUM_ERRORS, deleteAlbum } from '../../../domain/albums/delete-album.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { AlbumIdParam } from './album.ts';

export const deleteAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/albums/{id}',
    operationId: 'deleteAlbum',
    scope: 'session',
    keyScope: 'manage',
    errors: DELETE_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'Delete an album',
    description: 'Its images stay in the library. Its link is unknown (4041) from then on.',
    request: { params: AlbumIdParam },
    responses: answers(200, 'The album is deleted', z.null()),
  }),
  async (c) => {
    await deleteAlbum(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(null), 200);
  },
);
