import {
  LEGACY_EXTENSIONS,
  ORIGINAL_KIND,
  VARIANT_EXTENSION,
  VARIANT_KINDS,
  VARIANTS,
  type LegacyExtension,
  type VariantKind,
} from '../../shared/variants.ts';
import { writeEmbeds, type EmbedChoice } from '../../shared/embeds.ts';
import type { LinkForm } from '../../shared/link-forms.ts';
import { containSize } from '../../shared/recipe-geometry.ts';
import { isLegacy, rootOf, type LinkRoot } from './preview-of.ts';

export const PUBLISHED_LONG_EDGE = VARIANTS.publish_source.recipe.longEdge;

export interface LinkedImage extends LinkRoot {
  readonly title: string;
  readonly filename: string;
  readonly alt_text?: string;
  readonly visibility: string;
  /** Of `master`, or of the original. */
  readonly width: number;
  readonly height: number;
}

/** The files of an image; `original` of pipeline 1 is the file as it was uploaded. */
export type VariantName = VariantKind | typeof ORIGINAL_KIND | LegacyExtension;

/** `url` is the image alone, `page` its share page. */
export interface ImageLinks {
  readonly url: string;
  readonly page: string;
  readonly variants: Readonly<Partial<Record<VariantName, string>>>;
}

/** Null while it is processed or has failed. Others than its owner need `withToken` for a private image. */
export function linksOf(image: LinkedImage, origin = pageOrigin()): ImageLinks | null {
  const root = rootOf(image, origin);
  if (root === null) return null;
  const url = isLegacy(image) ? root : `${root}.${VARIANT_EXTENSION}`;
  return {
    url,
    page: sharePageOf(root),
    variants: isLegacy(image) ? listLegacy(root) : listVariants(root),
  };
}

/** The image in every form for other pages. A private one stays at the size and address that its owner alone can open. */
export function embedsOf(
  image: LinkedImage,
  { url, page }: ImageLinks,
  choice?: EmbedChoice,
): Record<LinkForm, string> {
  const { width, height, visibility } = image;
  const isWebp = !isLegacy(image);
  const link = isWebp ? image.asset_link : image.unique_link;
  const { origin } = new URL(url);
  const renditions = visibility === 'private' || link === null ? null : { origin, link, isWebp };
  const size = isWebp ? containSize(width, height, PUBLISHED_LONG_EDGE) : { width, height };
  const name = image.alt_text?.trim() || image.title.trim() || image.filename;
  return writeEmbeds({ ...size, url, page, name, renditions }, choice);
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
