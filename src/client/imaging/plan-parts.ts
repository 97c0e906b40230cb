import { MAX_SIDE_PIXELS } from '../../imaging/webp/format.ts';
import type { Size } from '../../shared/pixels.ts';
import { type VariantGeometry, variantSize } from '../../shared/recipe-geometry.ts';
import { PART_KINDS, type PartKind } from '../../shared/variants.ts';
import type { Recipe, RecipeVariant } from '../protocol-types.ts';
import { PrepareError } from './prepare-error.ts';

export interface PlannedPart {
  readonly kind: PartKind;
  readonly fit: RecipeVariant['fit'];
  readonly quality: number;
  readonly size: Size;
}

/** @throws {PrepareError} unusable_recipe */
export function planParts(recipe: Recipe, source: Size): PlannedPart[] {
  return PART_KINDS.map((kind) => {
    const variant = recipe.variants.find((candidate) => candidate.kind === kind);
    const geometry = variant && readGeometry(variant);
    if (!variant || !geometry) {
      throw new PrepareError(
        'unusable_recipe',
        `The server's upload recipe does not say how to make "${kind}".`,
      );
    }
    const size = variantSize(geometry, source.width, source.height);
    if (!isDrawable(size)) {
      throw new PrepareError(
        'unusable_recipe',
        `The server's upload recipe asks for "${kind}" in ${size.width} × ${size.height} pixels.`,
      );
    }
    return { kind, fit: variant.fit, quality: variant.quality, size };
  });
}

function readGeometry({ fit, width, height, long_edge }: RecipeVariant): VariantGeometry | null {
  switch (fit) {
    case 'original':
      return { fit };
    case 'cover':
      return width === undefined || height === undefined ? null : { fit, width, height };
    case 'contain':
      return long_edge === undefined ? null : { fit, longEdge: long_edge };
  }
}

function isDrawable({ width, height }: Size): boolean {
  return [width, height].every(
    (side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE_PIXELS,
  );
}
