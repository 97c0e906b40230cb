import { z } from '@hono/zod-openapi';
import { PEEK_ARCHIVE_ERRORS, peekArchive } from '../../../domain/archive/peek-archive.ts';
import { OPEN_ARCHIVE_ERRORS, openArchive } from '../../../domain/archive/open-archive.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { writeAlbums, writeIndex } from './archive-index.ts';

const ZIP = 'application/zip';

export const readArchiveRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/archive',
    operationId: 'readArchive',
    scope: 'session',
    errors: [...OPEN_ARCHIVE_ERRORS, ...PEEK_ARCHIVE_ERRORS],
    tags: ['user'],
    summary: 'All own images as ZIP volumes',
    description:
      'Each volume holds up to 500 files and `index.json`, the last one `albums.json` as well; the `Link` header with `rel="next"` names the next one, also to who asks for the headers alone. While the account is to be deleted, three whole archives can be had.',
    request: {
      query: z.object({
        cursor: z.string().max(512).default('').openapi({ description: 'From the `Link` header' }),
      }),
    },
    responses: {
      200: {
        description: 'A volume',
        headers: z.object({ Link: z.string().optional() }),
        content: { [ZIP]: { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
  }),
  async (c) => {
    const { origin, pathname } = new URL(c.req.url);
    const { cursor } = c.req.valid('query');
    // HEAD charges nothing, and names the next volume.
    if (c.req.method === 'HEAD') {
      const nextCursor = await peekArchive(c.env.services, c.var.actor, cursor);
      return c.body(null, 200, { 'Content-Type': ZIP, ...linkTo(pathname, nextCursor) });
    }
    const baseUrl = c.env.services.config.PUBLIC_BASE_URL || origin;
    const archive = await openArchive(c.env.services, c.var.actor, {
      cursor,
      writeIndex: (index) => writeIndex(index, baseUrl),
      writeAlbums: (albums) => writeAlbums(albums, baseUrl),
    });
    return c.body(archive.body, 200, {
      'Content-Type': ZIP,
      'Content-Disposition': `attachment; filename="${archive.filename}"`,
      ...linkTo(pathname, archive.nextCursor),
    });
  },
);

/** RFC 8288; no header after the last volume. */
function linkTo(pathname: string, nextCursor: string): Record<string, string> {
  if (nextCursor === '') return {};
  return { Link: `<${pathname}?cursor=${encodeURIComponent(nextCursor)}>; rel="next"` };
}
