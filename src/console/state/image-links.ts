import { VARIANT_EXTENSION } from '../../shared/variant-format.ts';
import { isLegacy, rootOf, type LinkRoot } from './preview-of.ts';

export interface LinkedImage extends LinkRoot {
  readonly title: string;
  readonly filename: string;
  readonly alt_text?: string;
  readonly visibility: string;
  /** Of `master`, or of the original. */
  readonly width: number;
  readonly height: number;
}

/** `url` is the image alone, `page` its share page. */
export interface ImageLinks {
  readonly url: string;
  readonly page: string;
}

/** Null while it is processed or has failed. Others than its owner need `withToken` for a private image. */
export function linksOf(image: LinkedImage, origin = pageOrigin()): ImageLinks | null {
  const root = rootOf(image, origin);
  if (root === null) return null;
  const url = isLegacy(image) ? root : `${root}.${VARIANT_EXTENSION}`;
  return { url, page: sharePageOf(root) };
}

/** A link to a private image that works for anyone as long as the token lives. */
export function withToken(url: string, token: string): string {
  return `${url}?token=${encodeURIComponent(token)}`;
}

function sharePageOf(root: string): string {
  return root.replace(/\/i\/(?=\w+$)/u, '/p/');
}

/** Programs without a page load this file and pass the origin. */
export function pageOrigin(): string {
  return (globalThis as { readonly location?: { readonly origin: string } }).location?.origin ?? '';
}
