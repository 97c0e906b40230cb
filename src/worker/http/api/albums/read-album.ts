import { READ_ALBUM_ERRORS, readAlbum } from '../../../domain/albums/own-album.ts';
import { albumTag } from '../../../domain/albums/change-album.ts';
import { answers, success } from '../../envelope.ts';
import { tagged } from '../../if-match.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { AlbumIdParam, AlbumItem, showAlbum } from './album.ts';

export const readAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/albums/{id}',
    operationId: 'readAlbum',
    scope: 'session',
    keyScope: 'read',
    errors: READ_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'One of one’s own albums',
    description: 'An album of another user is as unknown (4041) as one that does not exist.',
    request: { params: AlbumIdParam },
    responses: tagged(answers(200, 'The album', AlbumItem)),
  }),
  async (c) => {
    const album = await readAlbum(c.env.services, c.var.actor, c.req.valid('param').id);
    c.header('ETag', await albumTag(album));
    return c.json(success(showAlbum(c, album)), 200);
  },
);
