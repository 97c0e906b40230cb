import { z } from '@hono/zod-openapi';
import type { Config } from '../../../config.ts';
import {
  PART_RECIPES,
  PIPELINE_VERSION,
  RECIPE_VERSION,
  SOURCE_MIME_TYPES,
  type PartRecipe,
} from '../../../domain/uploads/recipe.ts';
import { CONTAIN_RULE } from '../../../../shared/recipe-geometry.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';

const Recipe = z
  .object({
    v2_enabled: z.boolean(),
    pipeline_version: z.int(),
    recipe_version: z.string(),
    max_part_bytes: z.int(),
    max_pixels: z.int(),
    session_ttl_ms: z.int(),
    variants: z
      .array(
        z.object({
          kind: z.string(),
          quality: z.int(),
          fit: z.enum(['original', 'cover', 'contain']),
          width: z.int().optional(),
          height: z.int().optional(),
          long_edge: z.int().optional(),
        }),
      )
      .openapi({
        description:
          'Sizes in pixels. `original` is the upright source as it is; `cover` is exactly `width` × `height`, cut ' +
          `from the middle. ${CONTAIN_RULE}`,
      }),
    max_source_bytes: z.int(),
    client_pipeline_concurrency: z.int(),
    client_active_session_concurrency: z.int(),
    client_max_native_concurrency: z.int(),
    supported_source_mime_types: z.array(z.string()),
  })
  .openapi('Recipe');

export const readRecipeRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/uploads/recipe',
    operationId: 'readRecipe',
    scope: 'session',
    keyScope: 'upload',
    tags: ['uploads'],
    summary: 'What a client has to make of an image',
    description: `Always available; \`v2_enabled\` says whether new sessions are accepted. ${CONTAIN_RULE}`,
    responses: answers(200, 'The recipe and the limits', Recipe),
  }),
  (c) => c.json(success(toRecipe(c.env.services.config)), 200),
);

function toRecipe(config: Config): z.infer<typeof Recipe> {
  return {
    v2_enabled: config.V2_UPLOAD_ENABLED,
    pipeline_version: PIPELINE_VERSION,
    recipe_version: RECIPE_VERSION,
    max_part_bytes: config.UPLOAD_MAX_PART_BYTES,
    max_pixels: config.UPLOAD_MAX_PIXELS,
    session_ttl_ms: config.UPLOAD_SESSION_TTL_MS,
    variants: PART_RECIPES.map(toVariant),
    max_source_bytes: config.UPLOAD_MAX_SOURCE_BYTES,
    client_pipeline_concurrency: config.CLIENT_PIPELINE_CONCURRENCY,
    client_active_session_concurrency: config.CLIENT_ACTIVE_SESSION_CONCURRENCY,
    client_max_native_concurrency: config.CLIENT_MAX_NATIVE_CONCURRENCY,
    supported_source_mime_types: [...SOURCE_MIME_TYPES],
  };
}

function toVariant(recipe: PartRecipe): z.infer<typeof Recipe>['variants'][number] {
  if (recipe.fit !== 'contain') return recipe;
  const { longEdge, ...rest } = recipe;
  return { ...rest, long_edge: longEdge };
}
