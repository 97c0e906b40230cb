import { z } from '@hono/zod-openapi';
import { OPEN_SHARE_ERRORS } from '../domain/delivery/open-share.ts';
import type { ErrorName } from '../domain/errors.ts';
import { SHARE_IMAGE, SHARE_ROOT } from '../domain/links/make-link.ts';
import { CONDITIONS, describeImage } from './describe-image.ts';
import { refusals } from './describe-links.ts';
import { ERRORS_ANYWHERE } from './envelope.ts';

const QUERY = z.object({
  token: z.string().openapi({ minLength: 1, maxLength: 256, example: 'tts.k1..secret.checksum' }),
});

const PAGE = { 'text/html': { schema: z.string() } };

const ERRORS: readonly ErrorName[] = [...ERRORS_ANYWHERE, ...OPEN_SHARE_ERRORS];

export const SHARE_OPERATIONS = [
  {
    method: 'get' as const,
    path: SHARE_ROOT,
    operationId: 'openSharePage',
    tags: ['links'],
    summary: 'A page with the image of a share link',
    description:
      'Or with a form for the password of the link, which is for people. Takes no view of its limit.',
    security: [],
    request: { query: QUERY },
    responses: { 200: { description: 'The page', content: PAGE }, ...refusals(ERRORS) },
  },
  {
    method: 'get' as const,
    path: SHARE_IMAGE,
    operationId: 'openShare',
    tags: ['links'],
    summary: 'The published image of a share link',
    description:
      'Each GET that sends bytes takes a view of a limited link: a part of the image as much as the whole. No cache ' +
      'keeps it.',
    security: [],
    request: { query: QUERY, headers: CONDITIONS },
    responses: { ...describeImage('image/*'), ...refusals(ERRORS) },
  },
];
