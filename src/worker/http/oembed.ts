import { fitInto, type Size } from '../../shared/recipe-geometry.ts';
import { openCachedPage, openPage } from '../domain/delivery/open-page.ts';
import type { PageFacts } from '../domain/delivery/page-facts.ts';
import { DomainError } from '../domain/errors.ts';
import { parsePageLink, type PageLink } from '../domain/links/parse-link.ts';
import type { AppContext } from './env.ts';
import { toCacheControl } from './image-answer.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { readClientAddress } from './read-client-address.ts';
import { createRouter } from './router.ts';
import { ownOrigin, visitedOrigin } from './same-origin.ts';

const NOT_IMPLEMENTED = 501;
const SIDE = /^[1-9]\d{0,8}$/u;

/** A public image as `photo`, by the address of its share page, in JSON alone (https://oembed.com). */
export const oembed = createRouter();
oembed.get('/oembed', requireReadiness, async (c) => {
  const { services } = c.env;
  const { clock, publicCache } = services;
  c.header('Access-Control-Allow-Origin', '*');
  if ((c.req.query('format') ?? 'json') !== 'json') return c.body(null, NOT_IMPLEMENTED);
  const box = { width: readSide(c, 'maxwidth'), height: readSide(c, 'maxheight') };
  const stranger = { imageTokens: [], findCaller: async () => null };
  const address = readClientAddress(c.req.raw.headers);
  const link = findLink(c);
  const cached = await openCachedPage(services, link);
  const { facts, readAt } =
    cached?.page ?? (await openPage(services, link, cached?.lookup ?? null, stranger, address));
  // A stranger opens public images alone, which have a life in caches.
  const secondsLeft = readAt === null ? 0 : publicCache.secondsLeft({ readAt }, clock.now());
  // Without PUBLIC_BASE_URL the answer names the host of this request, which may be forged.
  const caches = services.config.PUBLIC_BASE_URL === '' ? 'private' : 'public';
  c.header('Cache-Control', toCacheControl(secondsLeft, caches));
  const origin = ownOrigin(c.req.raw, services.config);
  return c.json({ ...describePhoto(facts, origin, box), cache_age: secondsLeft }, 200);
});

/** @throws {DomainError} invalid_parameter */
function readSide(c: AppContext, name: 'maxwidth' | 'maxheight'): number {
  const side = c.req.query(name);
  if (side === undefined) return Infinity;
  if (SIDE.test(side)) return Number(side);
  throw new DomainError('invalid_parameter', { message: `${name}: must be a positive integer` });
}

/** @throws {DomainError} invalid_parameter without an address, image_not_found for one that is no share page here. */
function findLink(c: AppContext): PageLink {
  const { config } = c.env.services;
  const address = c.req.query('url');
  if (address === undefined) {
    throw new DomainError('invalid_parameter', { message: 'url: is missing' });
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const hosts = [ownOrigin(c.req.raw, config), visitedOrigin(c.req.raw, config)];
  const link = url !== null && hosts.includes(url.origin) ? parsePageLink(url.pathname) : null;
  if (link === null) throw new DomainError('image_not_found');
  return link;
}

/** Whole, in the size to show it: nobody stores files of other sizes. */
function describePhoto({ title, owner, image, preview }: PageFacts, origin: string, box: Size) {
  const isPreviewFit =
    preview !== null && preview.width <= box.width && preview.height <= box.height;
  return {
    version: '1.0' as const,
    type: 'photo' as const,
    title,
    ...(owner === null ? {} : { author_name: owner }),
    provider_name: 'Tintype',
    provider_url: origin,
    url: origin + image.path,
    ...fitInto(image, box),
    ...(isPreviewFit
      ? {
          thumbnail_url: origin + preview.path,
          thumbnail_width: preview.width,
          thumbnail_height: preview.height,
        }
      : {}),
  };
}
