import { openImage, type Visitor } from '../domain/delivery/open-image.ts';
import { openLegacy, type LegacyView, type Redirect } from '../domain/delivery/open-legacy.ts';
import { toPublicLink, type CacheLookup } from '../domain/delivery/open-public.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';
import type { TransformQuery } from '../domain/delivery/transform-query.ts';
import { assetPath } from '../domain/links/make-link.ts';
import type { DeliveryLink } from '../domain/links/parse-link.ts';
import type { Services } from '../domain/services.ts';
import { parseBearer } from '../lib/bearer.ts';
import { VARIANT_EXTENSION } from '../../shared/variants.ts';
import { readClientAddress } from './client-address.ts';

export interface GuardedView {
  readonly link: DeliveryLink;
  /** Null when it asks for nothing. */
  readonly query: TransformQuery | null;
  /** What the caches were asked in vain for this link without a query, if they were. */
  readonly asked: CacheLookup | null;
}

/**
 * Opens what a row has to allow first: what is private, restricted, or of pipeline 1.
 * @throws {DomainError} image_not_found, image_token_invalid, image_token_revoked, download_allowance_exhausted,
 * too_many_misses; of pipeline 1 also invalid_parameter, image_processing_busy, image_processing_failed.
 */
export async function openGuarded(
  services: Services,
  request: Request,
  { link, query, asked }: GuardedView,
): Promise<OpenedImage | Redirect> {
  const { uniqueLink } = link;
  const visitor: Visitor = {
    address: readClientAddress(request.headers),
    imageTokens: readImageTokens(request),
    findCaller: async () => {
      const { findCaller } = await import('./find-caller.ts');
      return findCaller(services, request);
    },
  };
  const asLegacy = (extension: LegacyView['extension']) =>
    openLegacy(services, request, { uniqueLink, extension, query }, visitor, asked);
  switch (link.form) {
    case 'variant':
      return toPublicLink(link) === null
        ? openImage(services, request, link, visitor)
        : asLegacy(VARIANT_EXTENSION);
    case 'legacy':
      return asLegacy(link.extension);
    case 'bare':
      // It follows from the link itself, and nothing is looked up that a stranger could learn from.
      return link.alias === 'private'
        ? { redirect: assetPath(uniqueLink, 'private'), readAt: null }
        : asLegacy(null);
  }
}

/**
 * What a third party presents, in every place that the specification names. A header that was sent twice arrives as a
 * list (RFC 9110, 5.3). What is no token, a bearer session for example, is told from one by whoever reads it.
 */
function readImageTokens({ headers, url }: Request): string[][] {
  const header = headers.get('X-Image-Token') ?? '';
  return [
    header.split(',').map((token) => token.trim()),
    [parseBearer(headers.get('Authorization')) ?? ''],
    url.includes('?') ? new URL(url).searchParams.getAll('token') : [],
  ];
}
