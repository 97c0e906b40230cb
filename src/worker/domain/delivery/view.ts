/**
 * A view of a direct link goes through an ordered list of sources until one of them answers: memory, the edge cache, the
 * row and object of a public pipeline-2 image, those of a private or restricted one, and pipeline 1. A source answers null
 * when the link is not its own, or when it has nothing for it.
 */

import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { DeliveryLink } from '../links/parse-link.ts';
import { cachePath, legacyPath } from '../../storage/keys.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import { isRestricted, type CacheableKind } from '../../../shared/variants.ts';
import type { OpenedImage, ViewRequest } from './read-object.ts';
import type { TransformQuery } from './transform-query.ts';

/** A public link, which caches may hold under its path. */
export interface PublicLink {
  readonly path: string;
  /** Null for what pipeline 1 alone has. */
  readonly kind: CacheableKind | null;
}

/** A GET or HEAD of a direct link. */
export interface View {
  readonly request: ViewRequest;
  readonly link: DeliveryLink;
  /** Null for a link that is not public. */
  readonly publicLink: PublicLink | null;
  /** Null when it asks for nothing. */
  readonly query: TransformQuery | null;
  /** The visitor's IP address. */
  readonly address: string;
  /** The last lookup in the caches: sources that ask for the same path share it. */
  lookup: CacheLookup | null;
}

/** Who asks for an image, beyond the address. */
export interface Visitor {
  /** All that may be meant as an image token, by the place where it stands. */
  readonly imageTokens: readonly (readonly string[])[];
  /** Finds the caller of the request's session; null for a stranger. Only called where the answer depends on it. */
  readonly findCaller: () => Promise<Actor | null>;
}

/** The path at which an image is instead. */
export interface Redirect {
  readonly redirect: string;
  /** When its row was asked for (milliseconds), since when caches may keep it; null: they may not. */
  readonly readAt: number | null;
}

export type Opened = OpenedImage | Redirect;

/** Opens what a link names, or answers null. */
export type Source = () => Promise<Opened | null>;

/** Begins a view; its lookup is still to be made. */
export function startView(view: Pick<View, 'request' | 'link' | 'query' | 'address'>): View {
  return { ...view, publicLink: toPublicLink(view.link), lookup: null };
}

/** @throws {DomainError} image_not_found when no source answers, and what the sources throw. */
export async function openFirst(sources: readonly Source[]): Promise<Opened> {
  for (const open of sources) {
    const opened = await open();
    if (opened !== null) return opened;
  }
  throw new DomainError('image_not_found');
}

function toPublicLink(link: DeliveryLink): PublicLink | null {
  const { uniqueLink } = link;
  if (link.form === 'legacy') return { path: legacyPath(uniqueLink, link.extension), kind: null };
  if (link.alias === 'private') return null;
  if (link.form === 'bare') return { path: legacyPath(uniqueLink, null), kind: null };
  return isRestricted(link.kind)
    ? null
    : { path: cachePath(uniqueLink, link.kind), kind: link.kind };
}
