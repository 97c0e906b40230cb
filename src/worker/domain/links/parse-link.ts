import type { Visibility } from '../../db/schema/images.ts';
import { UNIQUE_LINK_LENGTH } from '../../../shared/ids.ts';
import {
  DEFAULT_KIND,
  LEGACY_EXTENSIONS,
  VARIANT_EXTENSION,
  VARIANT_KINDS,
  type LegacyExtension,
  type VariantKind,
} from '../../../shared/variants.ts';
import {
  RENDITION_EXTENSIONS,
  RENDITION_ROOT,
  RENDITION_WIDTHS,
  type RenditionExtension,
} from '../../../shared/renditions.ts';
import { LINK_ROOT, PAGE_ROOT, PRIVATE_MARK } from './make-link.ts';

export type DeliveryLink = VariantLink | BareLink | LegacyLink | RenditionLink;

/** `<alias>.webp` is `publish`. A public alias may also name a pipeline-1 image's WebP. */
export interface VariantLink {
  readonly form: 'variant';
  readonly uniqueLink: string;
  readonly alias: Visibility;
  readonly kind: VariantKind;
}

/** Pipeline 2 redirects to `.webp`, pipeline 1 serves the original file. */
export interface BareLink {
  readonly form: 'bare';
  readonly uniqueLink: string;
  readonly alias: Visibility;
}

export interface LegacyLink {
  readonly form: 'legacy';
  readonly uniqueLink: string;
  readonly extension: LegacyExtension;
}

/** Of pipeline 1, the public alias names the renditions of either visibility. */
export interface RenditionLink {
  readonly form: 'rendition';
  readonly uniqueLink: string;
  readonly alias: Visibility;
  /** Pixels. */
  readonly width: number;
  readonly extension: RenditionExtension;
}

/** Of pipeline 1, the public alias names the page of either visibility. */
export interface PageLink {
  readonly uniqueLink: string;
  readonly alias: Visibility;
}

// All match unescaped paths only: a percent-encoded alias is no alias.
const ALIAS_PATTERN = `([0-9A-Za-z]{${String(UNIQUE_LINK_LENGTH)}})(${PRIVATE_MARK}?)`;
const PAGE_PATTERN = new RegExp(`^${PAGE_ROOT}${ALIAS_PATTERN}$`, 'u');
const LINK_PATTERN = new RegExp(
  `^${LINK_ROOT}${ALIAS_PATTERN}` +
    `(?:\\.(${Object.keys(LEGACY_EXTENSIONS).join('|')})|/(${VARIANT_KINDS.join('|')})\\.${VARIANT_EXTENSION})?$`,
  'u',
);

const RENDITION_PATTERN = new RegExp(
  `^${RENDITION_ROOT}(${RENDITION_WIDTHS.join('|')})/${ALIAS_PATTERN}\\.(${RENDITION_EXTENSIONS.join('|')})$`,
  'u',
);

export function parsePageLink(path: string): PageLink | null {
  const [, uniqueLink, mark] = PAGE_PATTERN.exec(path) ?? [];
  if (uniqueLink === undefined) return null;
  return { uniqueLink, alias: aliasOf(mark) };
}

export function parseLink(path: string): DeliveryLink | null {
  return path.startsWith(RENDITION_ROOT) ? parseRendition(path) : parseFile(path);
}

function parseRendition(path: string): RenditionLink | null {
  const [, width, uniqueLink, mark, extension] = RENDITION_PATTERN.exec(path) ?? [];
  if (uniqueLink === undefined) return null;
  return {
    form: 'rendition',
    uniqueLink,
    alias: aliasOf(mark),
    width: Number(width),
    extension: extension as RenditionExtension,
  };
}

function parseFile(path: string): DeliveryLink | null {
  const [, uniqueLink, mark, extension, kind] = LINK_PATTERN.exec(path) ?? [];
  if (uniqueLink === undefined) return null;
  const alias = aliasOf(mark);
  if (kind !== undefined) {
    return { form: 'variant', uniqueLink, alias, kind: kind as VariantKind };
  }
  if (extension === undefined) return { form: 'bare', uniqueLink, alias };
  if (extension === VARIANT_EXTENSION) {
    return { form: 'variant', uniqueLink, alias, kind: DEFAULT_KIND };
  }
  return alias === 'public'
    ? { form: 'legacy', uniqueLink, extension: extension as LegacyExtension }
    : null;
}

function aliasOf(mark: string | undefined): Visibility {
  return mark === PRIVATE_MARK ? 'private' : 'public';
}
