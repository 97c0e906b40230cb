import type { DerivativePlan } from '../../imaging/derive/derivative.ts';
import { fitInto } from '../../../shared/recipe-geometry.ts';
import {
  DERIVATIVE_KINDS,
  LEGACY_EXTENSIONS,
  ORIGINAL_KIND,
  VARIANTS,
  type LegacyExtension,
} from '../../../shared/variants.ts';
import type { ImageWithVariants, ListedVariant } from './find-variants.ts';
import type { Wanted } from './transform-query.ts';

type Stored = Pick<ImageWithVariants, 'variants'>;

export interface PlannedDerivative {
  readonly original: ListedVariant;
  readonly plan: DerivativePlan;
}

/**
 * The stored file that a link and its query name (direct image route 2); null when a derivative is needed.
 *
 * - Without extension and query: the original, also under its own extension unless another file of that type is stored.
 * - Another type: its stored file, unless the query asks for another size or a quality.
 */
export function findStored(
  image: Stored,
  extension: LegacyExtension | null,
  wanted: Wanted | null,
): ListedVariant | null {
  const original = findOriginal(image);
  if (original === null) return null;
  const mimeType = chooseType(original, extension);
  const stored = variantsOf(image).find(
    (variant) => variant !== original && variant.mimeType === mimeType,
  );
  if (wanted === null && mimeType === original.mimeType) {
    return (extension === null ? null : stored) ?? original;
  }
  const size = chooseSize(original, wanted);
  const isWhole = size.width === original.width && size.height === original.height;
  return isWhole && (wanted?.quality ?? null) === null ? (stored ?? null) : null;
}

/** Stands in for a form of the same size that cannot be made. */
export function findNearest(image: Stored): ListedVariant | null {
  return variantsOf(image).find(({ kind }) => kind === 'webp') ?? findOriginal(image);
}

/** Fits `w` and `h`, keeps the aspect ratio, never enlarges. */
export function planDerivative(
  image: Stored,
  extension: LegacyExtension | null,
  wanted: Wanted | null,
): PlannedDerivative | null {
  const original = findOriginal(image);
  if (original === null) return null;
  const mimeType = chooseType(original, extension);
  const quality = wanted?.quality ?? defaultQuality(mimeType);
  return { original, plan: { mimeType, size: chooseSize(original, wanted), quality } };
}

function variantsOf({ variants }: Stored): readonly ListedVariant[] {
  return variants as readonly ListedVariant[];
}

function findOriginal(image: Stored): ListedVariant | null {
  return variantsOf(image).find(({ kind }) => kind === ORIGINAL_KIND) ?? null;
}

function chooseType({ mimeType }: ListedVariant, extension: LegacyExtension | null) {
  return extension === null ? mimeType : LEGACY_EXTENSIONS[extension];
}

function chooseSize(original: ListedVariant, wanted: Wanted | null) {
  return fitInto(original, {
    width: wanted?.width ?? Infinity,
    height: wanted?.height ?? Infinity,
  });
}

/** PNG and GIF ignore quality. */
export function defaultQuality(mimeType: string): number {
  const stored = DERIVATIVE_KINDS.find((kind) => VARIANTS[kind].mimeType === mimeType);
  return VARIANTS[stored ?? DERIVATIVE_KINDS[0]].recipe.quality;
}
