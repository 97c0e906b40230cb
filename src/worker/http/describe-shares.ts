import { z } from '@hono/zod-openapi';
import { PASSWORD_MAX_CODE_POINTS } from '../../shared/entry-rules.ts';
import { OPEN_SHARE_ERRORS } from '../domain/delivery/open-share.ts';
import { UNLOCK_SHARE_ERRORS } from '../domain/delivery/unlock-share.ts';
import type { ErrorName } from '../domain/errors.ts';
import { SHARE_IMAGE, SHARE_ROOT } from '../domain/links/make-link.ts';
import { describeImage, refusals, VIEW_HEADERS } from './describe-links.ts';
import { ERRORS_ANYWHERE } from './envelope.ts';
import { READ_BODY_ERRORS } from './middleware/body-limit.ts';

const PARAMS = z.object({
  token: z.string().openapi({ minLength: 1, maxLength: 256, example: 'tts.k1..secret.checksum' }),
});

const PAGE = { 'text/html': { schema: z.string() } };

const ERRORS: readonly ErrorName[] = [...ERRORS_ANYWHERE, ...OPEN_SHARE_ERRORS];

/** `UNLOCK_SHARE_ERRORS` without the wrong password, which gets the form again. */
const GUESS_ERRORS: readonly ErrorName[] = [
  ...ERRORS_ANYWHERE,
  ...UNLOCK_SHARE_ERRORS.filter((name) => name !== 'wrong_credentials'),
  ...READ_BODY_ERRORS,
];

export const SHARE_OPERATIONS = [
  {
    method: 'get' as const,
    path: `${SHARE_ROOT}{token}`,
    operationId: 'openSharePage',
    tags: ['links'],
    summary: 'A page with the image of a share link',
    description: 'Or with a form for the password of the link. Takes no view of its limit.',
    security: [],
    request: { params: PARAMS },
    responses: { 200: { description: 'The page', content: PAGE }, ...refusals(ERRORS) },
  },
  {
    method: 'post' as const,
    path: `${SHARE_ROOT}{token}`,
    operationId: 'unlockShare',
    tags: ['links'],
    summary: 'Open a share link with its password',
    description:
      'Sets a cookie for this link alone, for an hour. Wrong passwords are limited by link and by address (429).',
    security: [],
    request: {
      params: PARAMS,
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z
              .object({ password: z.string().max(PASSWORD_MAX_CODE_POINTS) })
              .openapi('ShareGuess', { example: { password: 'open sesame' } }),
          },
        },
      },
    },
    responses: {
      303: {
        description: 'To the page of the link',
        headers: z.object({ Location: z.string() }),
      },
      ...refusals(GUESS_ERRORS),
    },
  },
  {
    method: 'get' as const,
    path: `${SHARE_ROOT}{token}${SHARE_IMAGE}`,
    operationId: 'openShare',
    tags: ['links'],
    summary: 'The published image of a share link',
    description:
      'Each GET that sends bytes takes a view of a limited link: a part of the image as much as the whole. No cache ' +
      'keeps it.',
    security: [],
    request: { params: PARAMS, headers: VIEW_HEADERS.omit({ 'X-Image-Token': true }) },
    responses: { ...describeImage('image/*'), ...refusals(ERRORS) },
  },
];
