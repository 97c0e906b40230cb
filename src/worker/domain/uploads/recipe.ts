import type { VariantGeometry } from '../../../shared/recipe-geometry.ts';
import { PART_KINDS, VARIANTS, type PartKind } from '../../../shared/variants.ts';

export const RECIPE_VERSION = '2.0.0';
export const PIPELINE_VERSION = 2;

export const SOURCE_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const;

export type SourceMimeType = (typeof SOURCE_MIME_TYPES)[number];

export type PartRecipe = VariantGeometry & { readonly kind: PartKind; readonly quality: number };

export const PART_RECIPES: readonly PartRecipe[] = PART_KINDS.map((kind) => ({
  kind,
  ...VARIANTS[kind].recipe,
}));
