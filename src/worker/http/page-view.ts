import { openPage, type OpenedPage } from '../domain/delivery/open-page.ts';
import { DomainError } from '../domain/errors.ts';
import { parsePageLink } from '../domain/links/parse-link.ts';
import type { Services } from '../domain/services.ts';
import { pathOf } from '../lib/path-of.ts';
import { answerReader } from './answer-refusal.ts';
import { describePage } from './describe-page.ts';
import { findCaller } from './find-caller.ts';
import { readImageTokens } from './guarded-view.ts';
import { NO_STORE_HEADERS, toCacheControl } from './image-answer.ts';
import { IMAGE_PAGE_HEADERS, writeImagePage } from './image-page.ts';
import { readClientAddress } from './read-client-address.ts';

/** Counts every share page, whatever it shows. */
const PAGE_ROUTE = '/p/:link';

/** GET and HEAD of share pages, without the API. */
export async function answerPage(
  request: Request,
  services: Services,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const answer = await showPage(request, services).catch((error: unknown) =>
    answerReader(request, error, services.log),
  );
  const { counters } = services;
  counters.countRequest(`${request.method} ${PAGE_ROUTE}`, answer.status);
  counters.deliver((work) => ctx.waitUntil(work));
  return answer;
}

/** @throws {DomainError} image_not_found for an impossible path, and the errors of the page. */
async function showPage(request: Request, services: Services): Promise<Response> {
  const { method, url, headers } = request;
  await services.bootGate.pass(services.db, services.cache);
  const link = parsePageLink(pathOf(url));
  if (link === null) throw new DomainError('image_not_found');
  const imageTokens = readImageTokens(request);
  const visitor = { imageTokens, findCaller: () => findCaller(services, request) };
  const opened = await openPage(services, link, visitor, readClientAddress(headers));
  const page = describePage(request, services.config, opened.facts);
  const text = String(await writeImagePage(page));
  return new Response(method === 'HEAD' ? null : text, {
    headers: {
      ...IMAGE_PAGE_HEADERS,
      ...describeLife(services, opened),
      ...(page.isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }),
    },
  });
}

/** A cache that ignores the host must not keep a page that names the host of one request, which may be forged. */
function describeLife({ clock, config, publicCache }: Services, { readAt }: OpenedPage) {
  if (readAt === null) return NO_STORE_HEADERS;
  const secondsLeft = publicCache.secondsLeft({ readAt }, clock.now());
  const caches = config.PUBLIC_BASE_URL === '' ? 'private' : 'public';
  return { 'Cache-Control': toCacheControl(secondsLeft, caches) };
}
