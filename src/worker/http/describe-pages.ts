import { z } from '@hono/zod-openapi';
import { OPEN_PAGE_ERRORS } from '../domain/delivery/open-page.ts';
import { EXAMPLE, linkParam, refusals, TOKEN, VIEW_SECURITY } from './describe-links.ts';
import { describeErrors, ERRORS_ANYWHERE, jsonContent } from './envelope.ts';

const MAX_URL_CHARACTERS = 2048;
const MAX_FORMAT_CHARACTERS = 16;
const SIDE = z.int().min(1).max(999_999_999).optional();

const Photo = z
  .object({
    version: z.literal('1.0'),
    type: z.literal('photo'),
    title: z.string(),
    author_name: z.string().optional(),
    provider_name: z.string(),
    provider_url: z.url(),
    cache_age: z.int().openapi({ description: 'Seconds' }),
    url: z.url(),
    width: z.int(),
    height: z.int(),
    thumbnail_url: z.url().optional(),
    thumbnail_width: z.int().optional(),
    thumbnail_height: z.int().optional(),
  })
  .openapi('Photo');

/** Share pages run without the API's router, so only its document knows these schemas. */
export const PAGE_OPERATIONS = [
  {
    method: 'get' as const,
    path: '/p/{link}',
    operationId: 'openPage',
    tags: ['links'],
    summary: 'The share page of an image, for people',
    description:
      'Under the `asset_link` of pipeline 2 and the `unique_link` of pipeline 1. That of a public image says to chats and ' +
      'feeds what to show (Open Graph, oEmbed). A private image is for its owner, administrators, and holders of its token.',
    security: VIEW_SECURITY,
    request: {
      params: z.object({ link: linkParam('', EXAMPLE) }),
      query: z.object({ token: TOKEN }),
    },
    responses: {
      200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
      ...refusals([...ERRORS_ANYWHERE, ...OPEN_PAGE_ERRORS]),
    },
  },
  {
    method: 'get' as const,
    path: '/oembed',
    operationId: 'embed',
    tags: ['links'],
    summary: 'A public image for other sites, by its share page (oEmbed)',
    description:
      'A `photo` (https://oembed.com). `width` and `height` fit `maxwidth` and `maxheight`; the file may be larger.',
    security: [],
    request: {
      query: z.object({
        url: z.url().max(MAX_URL_CHARACTERS).openapi({ description: 'Of the share page' }),
        format: z.string().max(MAX_FORMAT_CHARACTERS).optional().openapi({ example: 'json' }),
        maxwidth: SIDE,
        maxheight: SIDE,
      }),
    },
    responses: {
      200: { description: 'The image', content: jsonContent(Photo) },
      501: { description: 'Another format than JSON' },
      ...describeErrors([...ERRORS_ANYWHERE, 'invalid_parameter', ...OPEN_PAGE_ERRORS]),
    },
  },
];
