import type { Visibility } from '../../db/schema/images.ts';
import type { VariantKind } from '../../lib/variants.ts';

/** What a path under /i/ asks for (spec, Direct image route). */
export type DeliveryLink =
  /** A stored variant; `<alias>.webp` is `publish`. A public alias may also name a pipeline-1 image's WebP. */
  | {
      readonly form: 'variant';
      readonly uniqueLink: string;
      readonly alias: Visibility;
      readonly kind: VariantKind;
    }
  /** No extension: pipeline 2 redirects to `.webp`, pipeline 1 means the original file. */
  | { readonly form: 'bare'; readonly uniqueLink: string; readonly alias: Visibility }
  /** An extension that only pipeline 1 has. */
  | { readonly form: 'legacy'; readonly uniqueLink: string; readonly extension: string };

// An alias is the unique link, and for a private image an S behind it; both are exact, so no escape decodes to one.
const LINK_PATTERN =
  /^\/i\/([0-9A-Za-z]{12})(S?)(?:\.(webp|avif|jpe?g|png|gif)|\/(master|gallery|admin|publish)\.webp)?$/u;

/** Reads the path of a direct link; null when no image can have it. */
export const parseLink = (path: string): DeliveryLink | null => {
  const [, uniqueLink, mark, extension, kind] = LINK_PATTERN.exec(path) ?? [];
  if (uniqueLink === undefined) return null;
  const alias = mark === 'S' ? 'private' : 'public';
  if (kind !== undefined) {
    return { form: 'variant', uniqueLink, alias, kind: kind as VariantKind };
  }
  if (extension === undefined) return { form: 'bare', uniqueLink, alias };
  if (extension === 'webp') return { form: 'variant', uniqueLink, alias, kind: 'publish' };
  return alias === 'public' ? { form: 'legacy', uniqueLink, extension } : null;
};

/** The `asset_link` of a pipeline-2 image: a private one has an S behind its unique link. */
export const assetLink = (uniqueLink: string, visibility: Visibility): string =>
  visibility === 'private' ? `${uniqueLink}S` : uniqueLink;
