import { z } from '@hono/zod-openapi';
import { RENDITION_EXTENSIONS, RENDITION_WIDTHS } from '../../shared/renditions.ts';
import { UNIQUE_LINK_LENGTH } from '../../shared/ids.ts';
import {
  LEGACY_EXTENSIONS,
  VARIANT_EXTENSION,
  VARIANT_KINDS,
  VARIANT_MIME_TYPE,
} from '../../shared/variants.ts';
import { VARS } from '../config.ts';
import { OPEN_LEGACY_ERRORS } from '../domain/delivery/open-legacy.ts';
import { OPEN_PRIVATE_ERRORS } from '../domain/delivery/open-private.ts';
import { OPEN_RENDITION_ERRORS } from '../domain/delivery/open-rendition.ts';
import { OPEN_PUBLISHED_ERRORS } from '../domain/delivery/open-published.ts';
import type { ErrorName } from '../domain/errors.ts';
import { PRIVATE_MARK } from '../domain/links/make-link.ts';
import { ALLOWED_SITES_ERRORS } from './allowed-sites.ts';
import { CONDITION, CONDITIONS, describeImage } from './describe-image.ts';
import { ANSWER_TYPE, describeErrors, ERRORS_ANYWHERE } from './envelope.ts';
import { MAX_QUALITY } from './read-transform-query.ts';

const ALIAS = `[0-9A-Za-z]{${UNIQUE_LINK_LENGTH}}${PRIVATE_MARK}?`;
const EXTENSIONS = Object.keys(LEGACY_EXTENSIONS).join('|');
export const EXAMPLE = 'xNq2Vd8Kw0Zb';

export const TOKEN = z.string().min(1).max(512).optional();
export const VIEW_HEADERS = CONDITIONS.extend({
  'X-Image-Token': TOKEN.openapi({ description: 'The token of a private image' }),
});

/** A view also passes without a way to sign in: the image may be public. */
export const VIEW_SECURITY = [
  {},
  { imageToken: [] },
  { cookieSession: [] },
  { bearerWebSession: [] },
  { bearerDeviceSession: [] },
  { apiKey: ['read'] },
];

const VIEW_ERRORS: readonly ErrorName[] = [
  ...ERRORS_ANYWHERE,
  ...OPEN_PUBLISHED_ERRORS,
  ...OPEN_PRIVATE_ERRORS,
  'too_many_api_key_requests',
  ...ALLOWED_SITES_ERRORS,
];

/** Direct links run without the API's router, so only its document knows these schemas. */
export const LINK_OPERATIONS = [
  {
    method: 'get' as const,
    path: '/i/{link}',
    operationId: 'openLink',
    tags: ['links'],
    summary: 'The image of a link',
    description:
      'Pipeline 2: `<asset_link>.webp`; without the extension, 301 to it. Pipeline 1: `<unique_link>` is the original ' +
      'file, and `<unique_link>.<format>` a picture of at most `w` × `h` pixels. A private image is for its owner, ' +
      'administrators, and holders of its token. Pages of sites that its owner does not allow get 4030.',
    security: VIEW_SECURITY,
    request: {
      params: z.object({ link: linkParam(`(?:\\.(?:${EXTENSIONS}))?`, `${EXAMPLE}.webp`) }),
      query: z.object({ token: TOKEN, w: side(), h: side(), q: upTo(MAX_QUALITY) }),
      headers: VIEW_HEADERS,
    },
    responses: {
      ...describeImage('image/*'),
      301: {
        description: 'Pipeline 2, without an extension',
        headers: z.object({ Location: z.string().openapi({ description: 'Absolute' }) }),
      },
      ...refusals([...VIEW_ERRORS, ...OPEN_LEGACY_ERRORS]),
    },
  },
  {
    method: 'get' as const,
    path: '/i/{link}/{variant}',
    operationId: 'openVariant',
    tags: ['links'],
    summary: 'A fixed variant of a published image of pipeline 2',
    description:
      '`master` and `admin` are for the owner and administrators; the others follow the visibility of the image.',
    security: VIEW_SECURITY,
    request: {
      params: z.object({
        link: linkParam('', EXAMPLE),
        variant: z.enum(VARIANT_KINDS.map((kind) => `${kind}.${VARIANT_EXTENSION}`)),
      }),
      query: z.object({ token: TOKEN }),
      headers: VIEW_HEADERS,
    },
    responses: { ...describeImage(VARIANT_MIME_TYPE), ...refusals(VIEW_ERRORS) },
  },
  {
    method: 'get' as const,
    path: '/r/{width}/{link}',
    operationId: 'openRendition',
    tags: ['links'],
    summary: 'An image in another width and format',
    description:
      '`<asset_link>.<format>`, in pipeline 1 `<unique_link>.<format>`; `auto` takes the best of AVIF, WebP and JPEG that ' +
      '`Accept` names. Never enlarged: a width beyond the image’s own gives that. Access and caching are those of direct ' +
      'links. Widths up to 480 count no view.',
    security: VIEW_SECURITY,
    request: {
      params: z.object({
        width: z.enum(RENDITION_WIDTHS.map(String)).openapi({ description: 'Pixels' }),
        link: linkParam(`\\.(?:${RENDITION_EXTENSIONS.join('|')})`, `${EXAMPLE}.webp`),
      }),
      query: z.object({ token: TOKEN }),
      headers: VIEW_HEADERS.extend({ Accept: CONDITION }),
    },
    responses: {
      ...describeImage('image/*'),
      ...refusals([...VIEW_ERRORS, ...OPEN_RENDITION_ERRORS]),
    },
  },
];

export function linkParam(end: string, example: string) {
  return z.string().openapi({
    pattern: `^${ALIAS}${end}$`,
    minLength: UNIQUE_LINK_LENGTH,
    maxLength: UNIQUE_LINK_LENGTH + 6,
    example,
  });
}

function side() {
  const pixels = Number(VARS.DYNAMIC_MAX_SIDE_PIXELS.fallback);
  return upTo(pixels).openapi({ description: 'Pixels; for pipeline 1 alone' });
}

function upTo(maximum: number) {
  return z.int().min(1).max(maximum).optional();
}

/** For programs; a person's browser gets a page of the same status. */
export function refusals(names: readonly ErrorName[]) {
  return Object.fromEntries(
    Object.entries(describeErrors(names)).map(([status, answer]) => [
      status,
      {
        ...answer,
        content: {
          [ANSWER_TYPE]: answer.content[ANSWER_TYPE],
          'text/html': { schema: z.string() },
        },
      },
    ]),
  );
}
