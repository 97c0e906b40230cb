import type { Frame } from '../../../imaging/engine/frame.ts';
import type { Size } from '../../../shared/pixels.ts';
import { variantSize } from '../../../shared/recipe-geometry.ts';
import { PART_KINDS, VARIANTS, type PartKind } from '../../../shared/variants.ts';

export interface PlannedPart extends Size {
  readonly kind: PartKind;
  /** 0 to 100. */
  readonly quality: number;
  /** Null: all of the source at its own size. */
  readonly frame: Frame | null;
}

/** `source` is upright. In the recipe's order. */
export function planParts(source: Size): readonly PlannedPart[] {
  return PART_KINDS.map((kind) => {
    const { recipe } = VARIANTS[kind];
    const { width, height } = variantSize(recipe, source.width, source.height);
    const isWhole = width === source.width && height === source.height;
    const fit: Frame['fit'] = recipe.fit === 'cover' ? recipe.fit : 'contain';
    const frame = isWhole ? null : { fit, size: { width, height } };
    return { kind, width, height, quality: recipe.quality, frame };
  });
}
