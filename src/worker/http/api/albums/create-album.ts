import { z } from '@hono/zod-openapi';
import { CREATE_ALBUM_ERRORS, createAlbum } from '../../../domain/albums/create-album.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ALBUM_INPUTS, AlbumItem, showAlbum } from './album.ts';

const KEY_MAX_CHARACTERS = 64;

const NewAlbum = z
  .object({
    title: ALBUM_INPUTS.title,
    description: ALBUM_INPUTS.description.optional(),
    visibility: ALBUM_INPUTS.visibility.optional(),
    order: ALBUM_INPUTS.order.optional(),
    expires_at: ALBUM_INPUTS.expires_at.optional(),
  })
  .openapi('NewAlbum', { example: { title: 'Harbours', visibility: 'link' } });

export const createAlbumRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/albums',
    operationId: 'createAlbum',
    scope: 'session',
    keyScope: 'manage',
    errors: CREATE_ALBUM_ERRORS,
    tags: ['albums'],
    summary: 'Make an album',
    description:
      'Private and with the newest image first, unless the body says otherwise. A repeated `Idempotency-Key` returns the ' +
      'album that it has made with status 200. A user has up to 10,000 albums.',
    request: {
      headers: z.object({
        'Idempotency-Key': z.string().min(1).max(KEY_MAX_CHARACTERS).optional(),
      }),
      body: { required: true, content: jsonContent(NewAlbum) },
    },
    responses: {
      ...answers(200, 'The album that this key has made', AlbumItem),
      ...answers(201, 'A new album', AlbumItem),
    },
  }),
  async (c) => {
    const { title, description, visibility, order, expires_at: end } = c.req.valid('json');
    const { album, isNew } = await createAlbum(c.env.services, c.var.actor, {
      title,
      description: description ?? '',
      visibility: visibility ?? 'private',
      order: order ?? 'newest',
      expiresAt: end ?? null,
      requestKey: c.req.valid('header')['Idempotency-Key'] ?? null,
    });
    const data = success(showAlbum(c, album));
    return isNew ? c.json(data, 201) : c.json(data, 200);
  },
);
