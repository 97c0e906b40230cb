import {
  LEGACY_EXTENSIONS,
  ORIGINAL_KIND,
  VARIANT_EXTENSION,
  VARIANT_KINDS,
  type LegacyExtension,
  type VariantKind,
} from '../../shared/variants.ts';
import { pageOrigin } from './image-links.ts';
import { isLegacy, rootOf, type LinkRoot } from './preview-of.ts';

/** The files of an image; `original` of pipeline 1 is the file as it was uploaded. */
export type VariantName = VariantKind | typeof ORIGINAL_KIND | LegacyExtension;

export type VariantLinks = Readonly<Partial<Record<VariantName, string>>>;

/** Empty while the image is processed or has failed. */
export function variantLinksOf(image: LinkRoot, origin = pageOrigin()): VariantLinks {
  const root = rootOf(image, origin);
  if (root === null) return {};
  return isLegacy(image) ? listLegacy(root) : listVariants(root);
}

function listLegacy(root: string): VariantLinks {
  const others = Object.keys(LEGACY_EXTENSIONS).map((name) => [name, `${root}.${name}`] as const);
  return Object.fromEntries([[ORIGINAL_KIND, root], ...others]);
}

function listVariants(root: string): VariantLinks {
  return Object.fromEntries(
    VARIANT_KINDS.map((kind) => [kind, `${root}/${kind}.${VARIANT_EXTENSION}`]),
  );
}
