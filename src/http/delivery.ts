import type { MiddlewareHandler } from 'hono';
import { openImage } from '../domain/delivery/open-image.ts';
import { openHeld } from '../domain/delivery/open-public.ts';
import { parseLink } from '../domain/delivery/parse-link.ts';
import { resolveBare } from '../domain/delivery/resolve-bare.ts';
import { DomainError } from '../domain/errors.ts';
import type { SharedServices } from '../domain/services.ts';
import type { AppContext, AppEnv } from './env.ts';
import {
  isView,
  LOCKED_HEADERS,
  NO_STORE_HEADERS,
  publicHeaders,
  toImageResponse,
} from './image-answer.ts';
import { LINK_ROUTE } from './middleware/count-requests.ts';
import { readiness } from './middleware/readiness.ts';
import { optionalSession, readBearer } from './middleware/session.ts';
import { createRouter } from './router.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';
const PREFLIGHT_MAX_AGE_SECONDS = 600;
const HOT_ROUTE = `GET ${LINK_ROUTE}`;

/** GET, HEAD and OPTIONS of direct links (spec, Direct image route). */
export const delivery = createRouter();

/** Refusals are as locked as images are, and nobody keeps them. */
const lockAnswers: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  const missing = headers.has('Cache-Control') ? {} : NO_STORE_HEADERS;
  for (const [name, value] of Object.entries({ ...LOCKED_HEADERS, ...missing })) {
    headers.set(name, value);
  }
};

const redirectBare = async (c: AppContext, link: Parameters<typeof resolveBare>[1]) => {
  const { services } = c.env;
  const { clock, publicCache } = services;
  const readAt = clock.now();
  const path = await resolveBare(services, link);
  const headers =
    link.alias === 'public'
      ? publicHeaders(publicCache.secondsLeft({ readAt }, clock.now()))
      : NO_STORE_HEADERS;
  return c.body(null, 308, { ...headers, Location: path + new URL(c.req.url).search });
};

/** What a third party presents; a bearer session is told from a token by whoever reads it. */
const readImageToken = (c: AppContext): string | null =>
  c.req.header('X-Image-Token') ?? readBearer(c) ?? c.req.query('token') ?? null;

const sendImage = async (c: AppContext): Promise<Response> => {
  const { services } = c.env;
  const { raw } = c.req;
  const link = parseLink(new URL(raw.url).pathname);
  if (link === null || link.form === 'legacy') throw new DomainError('image_not_found');
  if (link.form === 'bare') return redirectBare(c, link);
  const opened = await openImage(services, raw, link, {
    imageToken: readImageToken(c),
    findCaller: () => optionalSession(c),
  });
  if (isView(raw.method, opened)) services.counters.countView(opened.record.imageId);
  return toImageResponse(opened);
};

const describeMethods = (c: AppContext): Response => {
  const link = parseLink(new URL(c.req.url).pathname);
  const isPublic = link?.form === 'variant' && link.alias === 'public';
  const preflight = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'If-Match, If-Modified-Since, If-None-Match, If-Range, Range',
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
  return c.body(null, 204, { Allow: ALLOWED, ...(isPublic ? preflight : {}) });
};

const refuseMethod = (): never => {
  throw new DomainError('method_not_allowed', { allow: ALLOWED });
};

delivery.use('/i/*', lockAnswers, readiness);
delivery.get('/i/*', sendImage);
delivery.options('/i/*', describeMethods);
delivery.all('/i/*', refuseMethod);

/** The path of a URL, without the cost of parsing all of it. */
const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
};

/** Answers a GET of a public image from this isolate's memory; null leaves the request to the app. */
export const answerFromMemory = (
  request: Request,
  services: SharedServices,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Response | null => {
  const { bootGate, clock, counters, publicCache } = services;
  if (request.method !== 'GET' || !bootGate.isOpen) return null;
  const held = publicCache.getFromMemory(pathOf(request.url), clock.now());
  if (held === null) return null;
  const opened = openHeld(services, request, held);
  if (isView('GET', opened)) counters.countView(opened.record.imageId);
  counters.countRequest(HOT_ROUTE, opened.selection.status);
  counters.deliver((work) => ctx.waitUntil(work));
  return toImageResponse(opened);
};
