import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { VariantGeometry } from '../../lib/recipe-geometry.ts';
import { PART_KINDS, VARIANTS, type PartKind } from '../../lib/variants.ts';

export const RECIPE_VERSION = '2.0.0';
export const PIPELINE_VERSION = 2;

export type PartRecipe = VariantGeometry & { readonly kind: PartKind; readonly quality: number };

/** The parts that a client makes of an image. */
export const PART_RECIPES: readonly PartRecipe[] = PART_KINDS.map((kind) => ({
  kind,
  ...VARIANTS[kind].recipe,
}));

const toWire = (recipe: PartRecipe): z.infer<typeof Recipe>['variants'][number] => {
  if (recipe.fit !== 'contain') return recipe;
  const { longEdge, ...rest } = recipe;
  return { ...rest, long_edge: longEdge };
};

export const SOURCE_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const;

export const Recipe = z.object({
  v2_enabled: z.boolean(),
  pipeline_version: z.int(),
  recipe_version: z.string(),
  max_part_bytes: z.int(),
  max_pixels: z.int(),
  session_ttl_ms: z.int(),
  variants: z.array(
    z.object({
      kind: z.string(),
      quality: z.int(),
      fit: z.enum(['original', 'cover', 'contain']),
      width: z.int().optional(),
      height: z.int().optional(),
      long_edge: z.int().optional(),
    }),
  ),
  max_source_bytes: z.int(),
  client_pipeline_concurrency: z.int(),
  client_active_session_concurrency: z.int(),
  client_max_native_concurrency: z.int(),
  supported_source_mime_types: z.array(z.string()),
});

/** What a client has to make of an image, and the limits that it meets here (spec, Upload recipe). */
export const readRecipe = (config: Config): z.infer<typeof Recipe> => ({
  v2_enabled: config.V2_UPLOAD_ENABLED,
  pipeline_version: PIPELINE_VERSION,
  recipe_version: RECIPE_VERSION,
  max_part_bytes: config.UPLOAD_MAX_PART_BYTES,
  max_pixels: config.UPLOAD_MAX_PIXELS,
  session_ttl_ms: config.UPLOAD_SESSION_TTL_MS,
  variants: PART_RECIPES.map(toWire),
  max_source_bytes: config.UPLOAD_MAX_SOURCE_BYTES,
  client_pipeline_concurrency: config.CLIENT_PIPELINE_CONCURRENCY,
  client_active_session_concurrency: config.CLIENT_ACTIVE_SESSION_CONCURRENCY,
  client_max_native_concurrency: config.CLIENT_MAX_NATIVE_CONCURRENCY,
  supported_source_mime_types: [...SOURCE_MIME_TYPES],
});
