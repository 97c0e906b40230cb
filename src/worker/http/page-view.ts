import { openCachedPage, openPage, type OpenedPage } from '../domain/delivery/open-page.ts';
import { DomainError } from '../domain/errors.ts';
import { parsePageLink } from '../domain/links/parse-link.ts';
import type { Services, SharedServices } from '../domain/services.ts';
import { pathOf } from '../lib/path-of.ts';
import { answerReader } from './answer-refusal.ts';
import { findCaller } from './find-caller.ts';
import { readImageTokens } from './guarded-view.ts';
import { readClientAddress } from './read-client-address.ts';
import { writePage } from './write-page.ts';

/** Counts every share page, whatever it shows. */
const PAGE_ROUTE = '/p/:link';

type Context = Pick<ExecutionContext, 'waitUntil'>;

/** GET and HEAD of share pages, without the API. */
export async function answerPage(
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<Response> {
  const { clock, counters } = shared;
  const startedAt = clock.now();
  const answer = await showPage(request, shared, createServices, ctx).catch((error: unknown) =>
    answerReader(request, error, createServices().log),
  );
  const elapsedMs = clock.now() - startedAt;
  counters.countRequest(`${request.method} ${PAGE_ROUTE}`, answer.status, elapsedMs);
  counters.deliver((work) => ctx.waitUntil(work));
  return answer;
}

async function showPage(
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<Response> {
  if (!shared.bootGate.isOpen) {
    const { directory, cache } = createServices();
    await shared.bootGate.pass(directory, cache);
  }
  return writePage(request, shared, await open(request, shared, createServices, ctx));
}

/** @throws {DomainError} image_not_found for an impossible path, and the errors of the page. */
async function open(
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: Context,
): Promise<OpenedPage> {
  const link = parsePageLink(pathOf(request.url));
  if (link === null) throw new DomainError('image_not_found');
  const background = (work: Promise<unknown>): void => ctx.waitUntil(work);
  const cached = await openCachedPage({ ...shared, background }, link);
  if (cached !== null && cached.page !== null) return cached.page;
  const services = createServices();
  const visitor = {
    imageTokens: readImageTokens(request),
    findCaller: () => findCaller(services, request),
  };
  const address = readClientAddress(request.headers);
  return openPage(services, link, cached?.lookup ?? null, visitor, address);
}
