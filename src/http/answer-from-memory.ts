import { openFromMemory } from '../domain/delivery/open-public.ts';
import type { SharedServices } from '../domain/services.ts';
import { isView, toImageResponse } from './image-answer.ts';
import { LINK_ROUTE } from './link-route.ts';

const HOT_ROUTE = `GET ${LINK_ROUTE}`;

/** Answers a GET of a public image from this isolate's memory; null leaves the request to the app. */
export function answerFromMemory(
  request: Request,
  services: SharedServices,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Response | null {
  const { bootGate, clock, counters, publicCache } = services;
  if (request.method !== 'GET' || !bootGate.isOpen) return null;
  const held = publicCache.getFromMemory(readPath(request.url), clock.now());
  if (held === null) return null;
  if (held.record.isLegacy && request.url.includes('?')) return null;
  const opened = openFromMemory(services, request, held);
  if (isView('GET', opened)) counters.countView(opened.record.imageId);
  counters.countRequest(HOT_ROUTE, opened.selection.status);
  counters.deliver((work) => ctx.waitUntil(work));
  return toImageResponse(opened);
}

/** The path of a URL, without the cost of parsing all of it. */
function readPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}
