import { openCachedLegacy, openLegacy, redirectPrivate } from '../domain/delivery/open-legacy.ts';
import { openPrivate, openRestricted } from '../domain/delivery/open-private.ts';
import { openRendition } from '../domain/delivery/open-rendition.ts';
import type { Source, View, Visitor } from '../domain/delivery/view.ts';
import type { Services } from '../domain/services.ts';
import { parseBearer } from '../lib/bearer.ts';

/** Renditions, private and restricted variants, and pipeline 1. */
export function guardedSources(services: Services, request: Request, view: View): Source[] {
  const visitor: Visitor = {
    imageTokens: readImageTokens(request),
    findCaller: async () => {
      const { findCaller } = await import('./find-caller.ts');
      return findCaller(services, request);
    },
  };
  return [
    async () => redirectPrivate(view),
    () => openRendition(services, view, visitor),
    () => openRestricted(services, view, visitor),
    () => openPrivate(services, view, visitor),
    () => openCachedLegacy(services, view),
    () => openLegacy(services, view, visitor),
  ];
}

/** A header sent twice arrives as a list (RFC 9110, 5.3). Other values, such as bearer sessions, are dropped later. */
export function readImageTokens({ headers, url }: Request): string[][] {
  const header = headers.get('X-Image-Token') ?? '';
  return [
    header.split(',').map((token) => token.trim()),
    [parseBearer(headers.get('Authorization')) ?? ''],
    url.includes('?') ? new URL(url).searchParams.getAll('token') : [],
  ];
}
