import type { Next } from 'hono';
import { openImage, type Visitor } from '../domain/delivery/open-image.ts';
import { openLegacy, type LegacyView } from '../domain/delivery/open-legacy.ts';
import { toPublicLink } from '../domain/delivery/open-public.ts';
import { DomainError } from '../domain/errors.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';
import { assetPath } from '../domain/links/make-link.ts';
import { parseLink, type DeliveryLink } from '../domain/links/parse-link.ts';
import { readClientAddress } from './api/client-address.ts';
import type { AppContext } from './env.ts';
import {
  allowCaching,
  isView,
  LOCKED_HEADERS,
  NO_STORE_HEADERS,
  toImageResponse,
} from './image-answer.ts';
import { pathOf } from '../lib/path-of.ts';
import { VARIANT_EXTENSION } from '../lib/variants.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { findActor, readBearer } from './middleware/session.ts';
import { createRouter } from './router.ts';
import { readTransformQuery } from './transform-query.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * GET, HEAD and OPTIONS of direct links (spec, Direct image route), but for what `answerPublicView` has answered: here
 * comes what is private, restricted, of pipeline 1, or nothing.
 */
export const delivery = createRouter();
delivery.use('/i/*', lockAnswers, requireReadiness);
delivery.get('/i/*', sendImage);
delivery.options('/i/*', describeMethods);
delivery.all('/i/*', refuseMethod);

/** Refusals carry the same locked-down headers as images, and no cache may keep them. */
async function lockAnswers(c: AppContext, next: Next): Promise<void> {
  await next();
  const { headers } = c.res;
  const missing = headers.has('Cache-Control') ? {} : NO_STORE_HEADERS;
  for (const [name, value] of Object.entries({ ...LOCKED_HEADERS, ...missing })) {
    headers.set(name, value);
  }
}

async function sendImage(c: AppContext): Promise<Response> {
  const { raw } = c.req;
  const link = parseLink(pathOf(raw.url));
  if (link === null) throw new DomainError('image_not_found');
  const readAt = c.env.services.clock.now();
  const opened = await openLink(c, link);
  if ('redirect' in opened) return redirect(c, link, opened.redirect, readAt);
  if (isView(raw.method, opened)) c.env.services.counters.countView(opened.record.imageId);
  return toImageResponse(opened);
}

/** Opens what a link names, in either pipeline; or where else it is. */
async function openLink(
  c: AppContext,
  link: DeliveryLink,
): Promise<OpenedImage | { readonly redirect: string }> {
  const { services, asked } = c.env;
  const { raw } = c.req;
  const { uniqueLink } = link;
  const query = readTransformQuery(raw.url, services.config.DYNAMIC_MAX_SIDE_PIXELS);
  const visitor: Visitor = {
    address: readClientAddress(c),
    imageTokens: readImageTokens(c),
    findCaller: () => findActor(c),
  };
  const asLegacy = (extension: LegacyView['extension']) =>
    openLegacy(services, raw, { uniqueLink, extension, query }, visitor, asked);
  switch (link.form) {
    case 'variant':
      return toPublicLink(link) === null
        ? openImage(services, raw, link, visitor)
        : asLegacy(VARIANT_EXTENSION);
    case 'legacy':
      return asLegacy(link.extension);
    case 'bare':
      // It follows from the link itself, and nothing is looked up that a stranger could learn from.
      return link.alias === 'private'
        ? { redirect: assetPath(uniqueLink, 'private') }
        : asLegacy(null);
  }
}

/** `readAt` is when it was asked for (milliseconds). */
function redirect(c: AppContext, link: DeliveryLink, path: string, readAt: number): Response {
  const { clock, publicCache } = c.env.services;
  const isPublic = link.form === 'bare' && link.alias === 'public';
  const headers = isPublic
    ? allowCaching(publicCache.secondsLeft({ readAt }, clock.now()))
    : NO_STORE_HEADERS;
  return c.body(null, 308, { ...headers, Location: path + new URL(c.req.url).search });
}

/**
 * What a third party presents, in every place that the specification names. A header that was sent twice arrives as a
 * list (RFC 9110, 5.3). What is no token, a bearer session for example, is told from one by whoever reads it.
 */
function readImageTokens(c: AppContext): string[][] {
  const header = c.req.header('X-Image-Token') ?? '';
  return [
    header.split(',').map((token) => token.trim()),
    [readBearer(c) ?? ''],
    c.req.queries('token') ?? [],
  ];
}

function describeMethods(c: AppContext): Response {
  const link = parseLink(pathOf(c.req.url));
  const isPublic = link?.form === 'legacy' || link?.alias === 'public';
  const preflight = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'If-Match, If-Modified-Since, If-None-Match, If-Range, Range',
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
  return c.body(null, 204, { Allow: ALLOWED, ...(isPublic ? preflight : {}) });
}

function refuseMethod(): never {
  throw new DomainError('method_not_allowed', { allow: ALLOWED });
}
