import { RENEW_LINK_ERRORS, renewLink } from '../../../domain/albums/renew-link.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { AlbumIdParam, AlbumItem, showAlbum } from './album.ts';

export const renewLinkRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/albums/{id}/link',
    operationId: 'renewAlbumLink',
    scope: 'session',
    keyScope: 'manage',
    errors: RENEW_LINK_ERRORS,
    tags: ['albums'],
    summary: 'Revoke the link of an album and make another one',
    description: 'From the answer on, the old link is unknown (4041).',
    request: { params: AlbumIdParam },
    responses: answers(200, 'The album with its new link', AlbumItem),
  }),
  async (c) => {
    const album = await renewLink(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(showAlbum(c, album)), 200);
  },
);
