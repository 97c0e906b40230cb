import type { DerivativePlan } from '../../imaging/derive/derivative.ts';
import { fitInto } from '../../../shared/recipe-geometry.ts';
import {
  DERIVATIVE_KINDS,
  LEGACY_EXTENSIONS,
  ORIGINAL_KIND,
  VARIANTS,
  type LegacyExtension,
} from '../../../shared/variants.ts';
import type { LegacyImage, LegacyVariant } from './find-legacy.ts';
import type { Wanted } from './transform-query.ts';

/** What answers a request for a pipeline-1 image: something that is stored, or what is to be made of the original. */
export type Representation =
  | { readonly variant: LegacyVariant }
  | { readonly original: LegacyVariant; readonly plan: DerivativePlan };

/**
 * Chooses what a link and its query mean (specification, Direct image route 2); null for an image without an original,
 * which pipeline 1 has none of.
 *
 * - No extension and no query: the file as it was uploaded. So does its own extension, unless something is stored for
 *   it.
 * - What is stored of a format, where neither another size nor a quality is asked for.
 * - Everything else is made: within `w` and `h`, its aspect kept, never enlarged, in the format of the extension or
 *   else of the original.
 */
export function chooseRepresentation(
  { variants }: Pick<LegacyImage, 'variants'>,
  extension: LegacyExtension | null,
  wanted: Wanted | null,
): Representation | null {
  const known = variants as readonly LegacyVariant[];
  const original = known.find(({ kind }) => kind === ORIGINAL_KIND);
  if (original === undefined) return null;
  const mimeType = extension === null ? original.mimeType : LEGACY_EXTENSIONS[extension];
  const stored = known.find((variant) => variant !== original && variant.mimeType === mimeType);
  if (wanted === null && mimeType === original.mimeType) {
    return { variant: (extension === null ? null : stored) ?? original };
  }
  const size = fitInto(original, {
    width: wanted?.width ?? Infinity,
    height: wanted?.height ?? Infinity,
  });
  const quality = wanted?.quality ?? null;
  const isWhole = size.width === original.width && size.height === original.height;
  if (isWhole && quality === null && stored !== undefined) return { variant: stored };
  return { original, plan: { mimeType, size, quality: quality ?? defaultQuality(mimeType) } };
}

/** That of what is stored of a format; of other formats, that of the first. PNG and GIF have none. */
function defaultQuality(mimeType: string): number {
  const stored = DERIVATIVE_KINDS.find((kind) => VARIANTS[kind].mimeType === mimeType);
  return VARIANTS[stored ?? DERIVATIVE_KINDS[0]].recipe.quality;
}
