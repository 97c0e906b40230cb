import {
  openCold,
  openFromCaches,
  openFromMemory,
  toPublicLink,
  type CacheQuestion,
  type PublicLink,
} from '../domain/delivery/open-public.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';
import { parseLink } from '../domain/links/parse-link.ts';
import type { Services, SharedServices } from '../domain/services.ts';
import { UNKNOWN_ADDRESS } from '../lib/client-address.ts';
import { newOpaqueId } from '../lib/ids.ts';
import { pathOf } from '../lib/path-of.ts';
import { describeRefusal } from './refusal.ts';
import { isView, LOCKED_HEADERS, NO_STORE_HEADERS, toImageResponse } from './image-answer.ts';
import { LINK_ROUTE } from './link-route.ts';
import { readTransformQuery } from './transform-query.ts';

type Context = Pick<ExecutionContext, 'waitUntil'>;

/** Answers a GET of a public image from this isolate's memory, at once; null when it cannot. */
export function answerFromMemory(
  request: Request,
  services: SharedServices,
  ctx: Context,
): Response | null {
  const { bootGate, clock, publicCache } = services;
  if (request.method !== 'GET' || !bootGate.isOpen) return null;
  const { url } = request;
  const background = (work: Promise<unknown>): void => ctx.waitUntil(work);
  const held = publicCache.getFromMemory(pathOf(url), clock.now(), background);
  if (held === null || (held.record.isLegacy && url.includes('?'))) return null;
  return answerOpened(request, services, openFromMemory(services, request, held), ctx);
}

/**
 * Answers a GET or HEAD of a public link, from whichever tier has it, without the API and what that needs. Returns
 * what the caches were asked in vain where pipeline 1 has to answer, and null where nothing was asked: for what is no
 * public link, and for what only pipeline 1 makes.
 */
export async function answerPublicView(
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<Response | CacheQuestion | null> {
  const { method, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  const parsed = parseLink(pathOf(url));
  const link = parsed === null ? null : toPublicLink(parsed);
  if (link === null) return null;
  const isTransformed = readTransformQuery(url, shared.config.DYNAMIC_MAX_SIDE_PIXELS) !== null;
  if (isTransformed && link.kind === null) return null;
  try {
    const opened = await openView(request, shared, createServices, link, isTransformed, ctx);
    return 'askedAt' in opened ? opened : answerOpened(request, shared, opened, ctx);
  } catch (error) {
    return refuse(request, createServices(), error, ctx);
  }
}

/** From the caches, or else from the row and the object; most views need none of a request's services. */
async function openView(
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  link: PublicLink,
  isTransformed: boolean,
  ctx: Context,
): Promise<OpenedImage | CacheQuestion> {
  const { bootGate } = shared;
  if (!bootGate.isOpen) {
    const { db, cache } = createServices();
    await bootGate.pass(db, cache);
  }
  const opened = await openFromCaches(shared, request, link, isTransformed, (work) =>
    ctx.waitUntil(work),
  );
  if ('selection' in opened || link.kind === null) return opened;
  const address = request.headers.get('CF-Connecting-IP') ?? UNKNOWN_ADDRESS;
  return openCold(createServices(), request, link.kind, address, opened);
}

function answerOpened(
  { method }: Request,
  services: SharedServices,
  opened: OpenedImage,
  ctx: Context,
): Response {
  if (isView(method, opened)) services.counters.countView(opened.record.imageId);
  count(method, services, opened.selection.status, ctx);
  return toImageResponse(opened);
}

function refuse(request: Request, services: Services, thrown: unknown, ctx: Context): Response {
  const requestId = newOpaqueId();
  const failed = { requestId, method: request.method, path: pathOf(request.url) };
  const { status, headers, body } = describeRefusal(thrown, failed, services.log);
  count(request.method, services, status, ctx);
  const answer = Response.json(body, {
    status,
    headers: { ...LOCKED_HEADERS, ...NO_STORE_HEADERS },
  });
  answer.headers.set('X-Request-Id', requestId);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) answer.headers.set(name, value);
  }
  return request.method === 'HEAD' ? new Response(null, answer) : answer;
}

function count(method: string, { counters }: SharedServices, status: number, ctx: Context): void {
  counters.countRequest(`${method} ${LINK_ROUTE}`, status);
  counters.deliver((work) => ctx.waitUntil(work));
}
