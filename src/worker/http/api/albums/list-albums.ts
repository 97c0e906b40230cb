import { z } from '@hono/zod-openapi';
import { LIST_ALBUMS_ERRORS, listAlbums } from '../../../domain/albums/list-albums.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { pageCursor, PageLimit } from '../../page-limit.ts';
import { searchText } from '../../search-text.ts';
import { AlbumItem, showAlbum } from './album.ts';

const CURSOR_MAX_LENGTH = 64;

const AlbumPage = z
  .object({
    albums: z.array(AlbumItem),
    next_cursor: z.string().openapi({ description: 'Empty when there is no more' }),
    has_more: z.boolean(),
  })
  .openapi('AlbumPage');

export const listAlbumsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/albums',
    operationId: 'listAlbums',
    scope: 'session',
    keyScope: 'read',
    errors: LIST_ALBUMS_ERRORS,
    tags: ['albums'],
    summary: 'List and search one’s own albums, the newest first',
    description: 'Administrators list no albums of others.',
    request: {
      query: z.object({
        cursor: pageCursor(CURSOR_MAX_LENGTH),
        limit: PageLimit,
        search: searchText('A substring of the title, in any case'),
      }),
    },
    responses: answers(200, 'A page of albums', AlbumPage),
  }),
  async (c) => {
    const page = await listAlbums(c.env.services, c.var.actor, c.req.valid('query'));
    return c.json(
      success({
        albums: page.albums.map((album) => showAlbum(c, album)),
        next_cursor: page.nextCursor,
        has_more: page.nextCursor !== '',
      }),
      200,
    );
  },
);
