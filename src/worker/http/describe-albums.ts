import { z } from '@hono/zod-openapi';
import { ALBUM_LINK_LENGTH } from '../../shared/ids.ts';
import { RENDITION_WIDTHS } from '../../shared/renditions.ts';
import {
  OPEN_ALBUM_IMAGE_ERRORS,
  OPEN_ALBUM_PHOTO_ERRORS,
} from '../domain/albums/open-album-image.ts';
import {
  OPEN_ALBUM_FEED_ERRORS,
  OPEN_ALBUM_PAGE_ERRORS,
} from '../domain/albums/open-album-page.ts';
import { ALBUM_VOLUME_IMAGES, ALBUM_VOLUMES_MAX } from '../domain/archive/list-album-volume.ts';
import { OPEN_ALBUM_ARCHIVE_ERRORS } from '../domain/archive/open-album-archive.ts';
import type { ErrorName } from '../domain/errors.ts';
import { idInPath } from './api/images/image.ts';
import { CONDITIONS, describeImage } from './describe-image.ts';
import { refusals } from './describe-links.ts';
import { ERRORS_ANYWHERE } from './envelope.ts';

const ALBUM = z.object({
  link: z.string().openapi({
    pattern: `^[0-9A-Za-z]{${String(ALBUM_LINK_LENGTH)}}$`,
    maxLength: ALBUM_LINK_LENGTH,
    example: 'a'.repeat(ALBUM_LINK_LENGTH),
  }),
});
const IMAGE = ALBUM.extend({ image: idInPath() });
const PAGE_QUERY = z.object({
  after: z.string().optional().openapi({ maxLength: 200, description: 'Of the link to the page' }),
});
const PAGE = { 'text/html': { schema: z.string() } };
const ROOT = '/a/{link}';
const ZIP_QUERY = z.object({
  volume: z.coerce
    .number()
    .int()
    .min(1)
    .max(ALBUM_VOLUMES_MAX)
    .optional()
    .openapi({ description: 'Of a large album; the first by default' }),
  after: z
    .string()
    .optional()
    .openapi({ maxLength: 200, description: 'From the `Link` header, or of a page' }),
});

const refuse = (errors: readonly ErrorName[]) => refusals([...ERRORS_ANYWHERE, ...errors]);

export const ALBUM_OPERATIONS = [
  {
    method: 'get' as const,
    path: ROOT,
    operationId: 'openAlbum',
    tags: ['links'],
    summary: 'The page of a shared album, for people',
    description:
      'Thumbnails of its published images, the private ones, too. Counts no view. A page has up to 200 images.',
    security: [],
    request: { params: ALBUM, query: PAGE_QUERY },
    responses: {
      200: { description: 'The page', content: PAGE },
      ...refuse(OPEN_ALBUM_PAGE_ERRORS),
    },
  },
  {
    method: 'get' as const,
    path: `${ROOT}/images.zip`,
    operationId: 'downloadAlbum',
    tags: ['links'],
    summary: 'The published images of a shared album as a ZIP',
    description: `With all pixels where the owner allows full size. An album of more than ${String(ALBUM_VOLUME_IMAGES)} images comes in volumes; the \`Link\` header with \`rel="next"\` names the next one, also in the answer to HEAD. With \`after\`, a ZIP begins where that page or volume begins, and \`volume\` only names it.`,
    security: [],
    request: { params: ALBUM, query: ZIP_QUERY },
    responses: {
      200: {
        description: 'The ZIP',
        headers: z.object({ Link: z.string().optional() }),
        content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
      },
      ...refuse(OPEN_ALBUM_ARCHIVE_ERRORS),
    },
  },
  {
    method: 'get' as const,
    path: `${ROOT}/feed.xml`,
    operationId: 'readAlbumFeed',
    tags: ['links'],
    summary: 'The newest images of a public album (RSS 2.0)',
    description:
      'The 50 newest uploads. Other albums have none (4041). Caches ask again each time; with `If-None-Match`, an unchanged feed is a 304.',
    security: [],
    request: { params: ALBUM },
    responses: {
      200: { description: 'The feed', content: { 'application/rss+xml': { schema: z.string() } } },
      304: { description: 'The caller has this feed (`If-None-Match`)' },
      ...refuse(OPEN_ALBUM_FEED_ERRORS),
    },
  },
  {
    method: 'get' as const,
    path: `${ROOT}/{image}`,
    operationId: 'openAlbumPhoto',
    tags: ['links'],
    summary: 'The page of an image of a shared album, for people',
    description: 'Its image takes the view.',
    security: [],
    request: { params: IMAGE },
    responses: {
      200: { description: 'The page', content: PAGE },
      ...refuse(OPEN_ALBUM_PHOTO_ERRORS),
    },
  },
  {
    method: 'get' as const,
    path: `${ROOT}/{image}/{file}`,
    operationId: 'openAlbumImage',
    tags: ['links'],
    summary: 'An image of a shared album, whatever its visibility',
    description:
      '`published.webp`, or a rendition in a width. No cache keeps it. Wider than 480 pixels, it counts a view.',
    security: [],
    request: {
      params: IMAGE.extend({
        file: z.enum([
          ...RENDITION_WIDTHS.map((width) => `${width}.webp` as const),
          'published.webp',
        ]),
      }),
      headers: CONDITIONS,
    },
    responses: { ...describeImage('image/*'), ...refuse(OPEN_ALBUM_IMAGE_ERRORS) },
  },
];
