import {
  LEGACY_EXTENSIONS,
  ORIGINAL_KIND,
  VARIANT_EXTENSION,
  VARIANT_KINDS,
  type LegacyExtension,
  type VariantKind,
} from '../../shared/variants.ts';
import { writeLink, type LinkForm } from '../../shared/link-forms.ts';
import { isLegacy, rootOf, type LinkRoot } from './preview-of.ts';

export interface LinkedImage extends LinkRoot {
  readonly title: string;
  readonly filename: string;
  readonly alt_text?: string;
}

/** The files of an image; `original` of pipeline 1 is the file as it was uploaded. */
export type VariantName = VariantKind | typeof ORIGINAL_KIND | LegacyExtension;

/** `url` is the image alone, `page` its share page. */
export interface ImageLinks extends Readonly<Record<LinkForm, string>> {
  readonly page: string;
  readonly variants: Readonly<Partial<Record<VariantName, string>>>;
}

/** Null while it is processed or has failed. Others than its owner need `withToken` for a private image. */
export function linksOf(image: LinkedImage, origin = pageOrigin()): ImageLinks | null {
  const root = rootOf(image, origin);
  if (root === null) return null;
  const url = isLegacy(image) ? root : `${root}.${VARIANT_EXTENSION}`;
  const name = image.alt_text?.trim() || image.title.trim() || image.filename;
  return {
    ...writeLink(url, name),
    page: sharePageOf(root),
    variants: isLegacy(image) ? listLegacy(root) : listVariants(root),
  };
}

/** A link to a private image that works for anyone as long as the token lives. */
export function withToken(url: string, token: string): string {
  return `${url}?token=${encodeURIComponent(token)}`;
}

function sharePageOf(root: string): string {
  return root.replace(/\/i\/(?=\w+$)/u, '/p/');
}

/** Programs without a page load this file and pass the origin. */
function pageOrigin(): string {
  return (globalThis as { readonly location?: { readonly origin: string } }).location?.origin ?? '';
}

function listLegacy(root: string): ImageLinks['variants'] {
  const others = Object.keys(LEGACY_EXTENSIONS).map((name) => [name, `${root}.${name}`] as const);
  return Object.fromEntries([[ORIGINAL_KIND, root], ...others]);
}

function listVariants(root: string): ImageLinks['variants'] {
  return Object.fromEntries(
    VARIANT_KINDS.map((kind) => [kind, `${root}/${kind}.${VARIANT_EXTENSION}`]),
  );
}
