/**
 * A view asks an ordered list of sources: memory, edge cache, public pipeline-2 image, private or restricted pipeline-2
 * image, rendition, pipeline 1. A source returns null for a link it does not serve.
 */

import type { Visibility } from '../../db/schema/images.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { assetLink } from '../links/make-link.ts';
import type { DeliveryLink } from '../links/parse-link.ts';
import { cachePath, legacyPath } from '../../storage/keys.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import { renditionPath } from '../../../shared/renditions.ts';
import { DEFAULT_KIND, isRestricted, type CacheableKind } from '../../../shared/variants.ts';
import type { Row } from './look-up-row.ts';
import type { OpenedImage, ViewRequest } from './read-object.ts';
import type { TransformQuery } from './transform-query.ts';

/** `path` is the cache key; `kind` is null for what no fixed variant is. */
export interface PublicLink {
  readonly path: string;
  readonly kind: CacheableKind | null;
}

export interface View {
  readonly request: ViewRequest;
  readonly link: DeliveryLink;
  readonly publicLink: PublicLink | null;
  readonly query: TransformQuery | null;
  readonly address: string;
  /** The latest cache lookup; sources of the same path share it. */
  lookup: CacheLookup | null;
}

export interface Visitor {
  /** Candidates for an image token, grouped by their source in the request. */
  readonly imageTokens: readonly (readonly string[])[];
  /** Called only when the answer depends on it. */
  readonly findCaller: () => Promise<Actor | null>;
}

export interface Redirect {
  readonly redirect: string;
  /** Start of the row's read (milliseconds), from which caches may keep it; null forbids caching. */
  readonly readAt: number | null;
}

export type Opened = OpenedImage | Redirect;

export type Source = () => Promise<Opened | null>;

export function startView(view: Pick<View, 'request' | 'link' | 'query' | 'address'>): View {
  return { ...view, publicLink: toPublicLink(view.link), lookup: null };
}

/** The row that each view reads if no cache answers; null for a redirect, and where the caller is asked first. */
export function rowOf(link: DeliveryLink): Row | null {
  if (link.form === 'variant') return isRestricted(link.kind) ? null : link;
  if (link.form === 'bare' && link.alias === 'private') return null;
  return { uniqueLink: link.uniqueLink, alias: aliasOf(link), kind: DEFAULT_KIND };
}

export async function openFirst(sources: readonly Source[]): Promise<Opened> {
  for (const open of sources) {
    const opened = await open();
    if (opened !== null) return opened;
  }
  throw new DomainError('image_not_found');
}

export function assetLinkIn(link: DeliveryLink): string {
  return assetLink(link.uniqueLink, aliasOf(link));
}

function aliasOf(link: DeliveryLink): Visibility {
  return link.form === 'legacy' ? 'public' : link.alias;
}

function toPublicLink(link: DeliveryLink): PublicLink | null {
  const { uniqueLink } = link;
  if (link.form === 'legacy') return { path: legacyPath(uniqueLink, link.extension), kind: null };
  if (link.alias === 'private') return null;
  if (link.form === 'rendition') {
    return { path: renditionPath(uniqueLink, link.width, link.extension), kind: null };
  }
  if (link.form === 'bare') return { path: legacyPath(uniqueLink, null), kind: null };
  return isRestricted(link.kind)
    ? null
    : { path: cachePath(uniqueLink, link.kind), kind: link.kind };
}
