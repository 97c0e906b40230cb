import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { PartKind } from '../../db/schema/uploads.ts';

export const RECIPE_VERSION = '2.0.0';
export const PIPELINE_VERSION = 2;

export interface PartRecipe {
  readonly kind: PartKind;
  /** Of a lossy WebP encoder, 0 to 100. */
  readonly quality: number;
  readonly fit: 'original' | 'cover' | 'contain';
  readonly width?: number;
  readonly height?: number;
  readonly long_edge?: number;
}

/** The parts that a client makes of an image (spec, Fixed recipe assets). Sizes in pixels. */
export const PART_RECIPES: readonly PartRecipe[] = [
  { kind: 'master', quality: 80, fit: 'original' },
  { kind: 'gallery', quality: 60, fit: 'cover', width: 400, height: 400 },
  { kind: 'admin', quality: 60, fit: 'cover', width: 120, height: 160 },
  { kind: 'publish_source', quality: 80, fit: 'contain', long_edge: 2048 },
];

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
  variants: [...PART_RECIPES],
  max_source_bytes: config.UPLOAD_MAX_SOURCE_BYTES,
  client_pipeline_concurrency: config.CLIENT_PIPELINE_CONCURRENCY,
  client_active_session_concurrency: config.CLIENT_ACTIVE_SESSION_CONCURRENCY,
  client_max_native_concurrency: config.CLIENT_MAX_NATIVE_CONCURRENCY,
  supported_source_mime_types: [...SOURCE_MIME_TYPES],
});
