import { type Size, variantSize } from '../../lib/recipe-geometry.ts';
import type { PartKind, Recipe, RecipeVariant } from '../protocol-types.ts';
import { PrepareError } from './prepare-error.ts';

/** Every kind that a manifest lists, in its order. */
const PART_KINDS: readonly PartKind[] = ['master', 'gallery', 'admin', 'publish_source'];

export interface PlannedPart {
  readonly kind: PartKind;
  readonly fit: RecipeVariant['fit'];
  readonly quality: number;
  readonly size: Size;
}

/** The four parts that a recipe makes of an upright source. Throws PrepareError `unusable_recipe`. */
export function planParts(recipe: Recipe, source: Size): PlannedPart[] {
  return PART_KINDS.map((kind) => {
    const variant = recipe.variants.find((candidate) => candidate.kind === kind);
    const size = variant && variantSize(variant, source.width, source.height);
    if (!variant || !size) {
      throw new PrepareError(
        'unusable_recipe',
        `The server's upload recipe does not say how to make "${kind}".`,
      );
    }
    return { kind, fit: variant.fit, quality: variant.quality, size };
  });
}
