import { NEGOTIATED, RENDITION_ROOT, THUMBNAIL_MAX_WIDTH } from '../../shared/renditions.ts';
import { openCached, openFromMemory } from '../domain/delivery/open-cached.ts';
import { refuseFromMemory } from '../domain/delivery/look-up-row.ts';
import { openPublished } from '../domain/delivery/open-published.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';
import {
  openFirst,
  rowOf,
  startView,
  type Opened,
  type Redirect,
} from '../domain/delivery/view.ts';
import { DomainError } from '../domain/errors.ts';
import { LINK_ROOT } from '../domain/links/make-link.ts';
import { parseLink } from '../domain/links/parse-link.ts';
import type { Services, SharedServices } from '../domain/services.ts';
import { pathOf } from '../lib/path-of.ts';
import { isFromForeignSite } from './allowed-sites.ts';
import { answerReader } from './answer-refusal.ts';
import { readClientAddress } from './read-client-address.ts';
import {
  allowCaching,
  isView,
  HARDENING_HEADERS,
  NO_STORE_HEADERS,
  toImageResponse,
} from './image-answer.ts';
import { routeOf } from './link-route.ts';
import { negotiateRendition } from './negotiate-rendition.ts';
import { readTransformQuery } from './read-transform-query.ts';
import { ownOrigin, visitedOrigin } from './same-origin.ts';

const REDIRECT_STATUS = 301;

type Context = Pick<ExecutionContext, 'waitUntil'>;

/** `path` is the request's. */
interface Asked {
  readonly request: Request;
  readonly path: string;
}

/** Null when memory cannot answer. */
export function answerFromMemory(
  request: Request,
  services: SharedServices,
  ctx: Context,
): Response | null {
  const { bootGate, clock, publicCache } = services;
  if (request.method !== 'GET' || !bootGate.isOpen) return null;
  const { url } = request;
  const path = pathOf(url);
  // Memory also has what share pages say, and under `auto` what one client accepted.
  if (!isDelivered(path) || isNegotiated(path)) return null;
  const background = (work: Promise<unknown>): void => ctx.waitUntil(work);
  const held = publicCache.getFromMemory(path, clock.now(), background);
  if (held === null || (held.record.isLegacy && url.includes('?'))) return null;
  if (isFromForeignSite(request, held.record, services.config)) return null;
  const asked = { request, path };
  const answer = answerOpened(asked, services, openFromMemory(services, request, held));
  // Nothing was waited for.
  count(asked, services, { status: answer.status, elapsedMs: 0 }, ctx);
  return answer;
}

/** GET and HEAD of direct links and renditions, without the API; null for everything else. Loads further code when needed. */
export async function answerView(
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<Response | null> {
  const { method, url } = request;
  const path = pathOf(url);
  if ((method !== 'GET' && method !== 'HEAD') || !isDelivered(path)) return null;
  const asked = { request, path };
  const startedAt = shared.clock.now();
  const answer = await answerPath(asked, shared, createServices, ctx).catch((error: unknown) =>
    answerReader(request, error, createServices().log),
  );
  const elapsedMs = shared.clock.now() - startedAt;
  count(asked, shared, { status: answer.status, elapsedMs }, ctx);
  return answer;
}

/** @throws {DomainError} image_not_found for an impossible path, permission_denied, and the sources' errors. */
async function answerPath(
  asked: Asked,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<Response> {
  const { request } = asked;
  const opened = await openPath(asked, shared, createServices, ctx);
  if ('redirect' in opened) return redirect(request, shared, opened);
  if (isFromForeignSite(request, opened.record, shared.config)) await refuseSite(opened);
  return answerOpened(asked, shared, opened);
}

async function openPath(
  { request, path }: Asked,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<Opened> {
  const { bootGate, config } = shared;
  if (!bootGate.isOpen) {
    const { directory, cache } = createServices();
    await bootGate.pass(directory, cache);
  }
  const parsed = parseLink(path);
  if (parsed === null) throw new DomainError('image_not_found');
  const link = negotiateRendition(parsed, request.headers.get('Accept'));
  const query =
    link.form === 'rendition'
      ? null
      : readTransformQuery(request.url, config.DYNAMIC_MAX_SIDE_PIXELS);
  const view = startView({ request, link, query, address: readClientAddress(request.headers) });
  const background = (work: Promise<unknown>): void => ctx.waitUntil(work);
  const row = rowOf(link);
  if (row !== null) await refuseFromMemory(shared, row);
  return openFirst([
    () => openCached({ ...shared, background }, view),
    () => openPublished(createServices(), view),
    async () => {
      const { guardedSources } = await import('./guarded-view.ts');
      return openFirst(guardedSources(createServices(), request, view));
    },
  ]);
}

async function refuseSite({ body }: OpenedImage): Promise<never> {
  if (body instanceof ReadableStream) await body.cancel();
  throw new DomainError('permission_denied');
}

function isDelivered(path: string): boolean {
  return path.startsWith(LINK_ROOT) || path.startsWith(RENDITION_ROOT);
}

function isNegotiated(path: string): boolean {
  return path.startsWith(RENDITION_ROOT) && path.endsWith(`.${NEGOTIATED}`);
}

function answerOpened(
  { request: { method }, path }: Asked,
  services: SharedServices,
  opened: OpenedImage,
): Response {
  if (isView(method, opened) && !isThumbnail(path)) {
    services.counters.countView(opened.record.imageId);
  }
  const response = toImageResponse(opened);
  if (isNegotiated(path)) response.headers.append('Vary', 'Accept');
  return response;
}

/** Of a small rendition, which pages show beside others. */
function isThumbnail(path: string): boolean {
  if (!path.startsWith(RENDITION_ROOT)) return false;
  const width = path.slice(RENDITION_ROOT.length, path.indexOf('/', RENDITION_ROOT.length));
  return Number(width) <= THUMBNAIL_MAX_WIDTH;
}

/** Old clients follow 301 to an absolute address: lynx, w3m, Java 17, Mono and Ruby know no 308, or no path alone. */
function redirect(
  request: Request,
  services: SharedServices,
  { redirect: path, readAt }: Redirect,
): Response {
  const { config } = services;
  const { search } = new URL(request.url);
  const origin = visitedOrigin(request, config);
  const isOwn = config.PUBLIC_BASE_URL !== '' && origin === ownOrigin(request, config);
  return new Response(null, {
    status: REDIRECT_STATUS,
    headers: {
      ...HARDENING_HEADERS,
      ...describeLife(services, readAt, isOwn ? 'public' : 'private'),
      Location: origin + path + search,
    },
  });
}

/** A cache that ignores the host would send everyone to the host of one request, which may be forged. */
function describeLife(
  { clock, publicCache }: SharedServices,
  readAt: number | null,
  caches: 'public' | 'private',
) {
  if (readAt === null) return NO_STORE_HEADERS;
  return allowCaching(publicCache.secondsLeft({ readAt }, clock.now()), caches);
}

function count(
  { request: { method }, path }: Asked,
  { counters }: Pick<Services, 'counters'>,
  { status, elapsedMs }: { readonly status: number; readonly elapsedMs: number },
  ctx: Context,
): void {
  counters.countRequest(`${method} ${routeOf(path)}`, status, elapsedMs);
  counters.deliver((work) => ctx.waitUntil(work));
}
