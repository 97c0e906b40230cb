import { z } from '@hono/zod-openapi';
import { albumTag, CHANGE_ALBUM_ERRORS, changeAlbum } from '../../../domain/albums/change-album.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { IfMatch, tagged } from '../../if-match.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ALBUM_INPUTS, AlbumIdParam, AlbumItem, ImageId, showAlbum } from './album.ts';

const AlbumChange = z
  .object({
    title: ALBUM_INPUTS.title.optional(),
    description: ALBUM_INPUTS.description.optional(),
    visibility: ALBUM_INPUTS.visibility.optional(),
    order: ALBUM_INPUTS.order.optional(),
    expires_at: ALBUM_INPUTS.expires_at.optional(),
    cover_image_id: ImageId.nullable()
      .optional()
      .openapi({ description: 'An image of the album; null for the first' }),
  })
  .openapi('AlbumChange', { example: { title: 'Harbours', visibility: 'private' } });

export const changeAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/albums/{id}',
    operationId: 'changeAlbum',
    scope: 'session',
    keyScope: 'manage',
    errors: CHANGE_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'Change texts, visibility, order, end or cover of an album',
    description:
      'Absent fields stay. An album that becomes private loses its link and its end; one that is shared again gets ' +
      'another link. The visibility of its images does not change. With `If-Match`, only texts that the caller has seen are ' +
      'changed.',
    request: {
      params: AlbumIdParam,
      headers: IfMatch,
      body: { required: true, content: jsonContent(AlbumChange) },
    },
    responses: tagged(answers(200, 'What the album is now', AlbumItem)),
  }),
  async (c) => {
    const { expires_at: expiresAt, cover_image_id: coverImageId, ...rest } = c.req.valid('json');
    const { id } = c.req.valid('param');
    const change = { ...rest, expiresAt, coverImageId };
    const ifMatch = c.req.header('If-Match') ?? null;
    const album = await changeAlbum(c.env.services, c.var.actor, id, change, ifMatch);
    c.header('ETag', await albumTag(album));
    return c.json(success(showAlbum(c, album)), 200);
  },
);
