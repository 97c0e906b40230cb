import { z } from '@hono/zod-openapi';
import {
  VISIBILITIES,
  type Manifest,
  type ManifestFault,
} from '../../../domain/uploads/manifest.ts';
import { PART_RECIPES, RECIPE_VERSION, SOURCE_MIME_TYPES } from '../../../domain/uploads/recipe.ts';
import { PART_CEILING_BYTES } from '../../../config.ts';
import { sha256Hex } from '../../../../shared/bytes.ts';
import { FILENAME_MAX_CHARACTERS } from '../../../../shared/entry-rules.ts';
import { CONTAIN_RULE, variantSize } from '../../../../shared/recipe-geometry.ts';
import { takenFromWire } from '../../../../shared/taken-wire.ts';
import { PART_KINDS, VARIANT_MIME_TYPE } from '../../../../shared/variants.ts';
import { plainText } from '../../plain-text.ts';
import { TakenFacts } from '../../taken-schema.ts';
import { sha256Text } from '../../text-matching.ts';

const PROCESSOR_VERSION_MAX_LENGTH = 100;
const VERSION_MESSAGE = `only ${RECIPE_VERSION} is supported`;

const EXAMPLE_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const EXAMPLE = {
  filename: 'IMG_0001.jpg',
  visibility: 'private',
  processor_version: 'example-client/1.0.0',
  recipe_version: RECIPE_VERSION,
  source: { mime_type: 'image/jpeg', width: 4000, height: 3000, animated: false },
  parts: PART_RECIPES.map((recipe) => ({
    kind: recipe.kind,
    size: 100_000,
    sha256: EXAMPLE_HASH,
    mime_type: VARIANT_MIME_TYPE,
    ...variantSize(recipe, 4000, 3000),
    quality: recipe.quality,
  })),
};

/** Ignores other fields. */
export const UploadManifest = z
  .object({
    filename: plainText(FILENAME_MAX_CHARACTERS).min(1),
    visibility: z.enum(VISIBILITIES),
    processor_version: z.string().min(1).max(PROCESSOR_VERSION_MAX_LENGTH),
    recipe_version: z
      .string()
      .refine((version) => version === RECIPE_VERSION, VERSION_MESSAGE)
      .openapi({ enum: [RECIPE_VERSION] }),
    source: z.object({
      mime_type: z.enum(SOURCE_MIME_TYPES),
      width: pixels(),
      height: pixels(),
      animated: z.boolean(),
      sha256: sha256Text().optional().openapi({
        description:
          'Of the source’s bytes, by which a later upload of the same file is recognised',
      }),
    }),
    parts: z
      .array(
        z.object({
          kind: z.enum(PART_KINDS),
          size: z.int().min(1).openapi({
            maximum: PART_CEILING_BYTES,
            description: '`max_part_bytes` of the recipe at most',
          }),
          sha256: sha256Text(),
          mime_type: z.literal(VARIANT_MIME_TYPE),
          width: pixels(),
          height: pixels(),
          quality: z.int().openapi({ minimum: 0, maximum: 100 }),
        }),
      )
      .length(PART_KINDS.length)
      .openapi({
        minItems: PART_KINDS.length,
        maxItems: PART_KINDS.length,
        description:
          `One each of ${PART_KINDS.join(', ')}, as the recipe says: \`master\` has the upright source’s size, ` +
          `\`gallery\` and \`admin\` exactly the recipe’s. ${CONTAIN_RULE}`,
      }),
    taken: TakenFacts.optional(),
  })
  .openapi('UploadManifest', { example: EXAMPLE });

export type UploadManifest = z.infer<typeof UploadManifest>;

/** The hash identifies a repeated request: it covers the known fields alone, in any order. */
export async function readManifest(
  body: UploadManifest,
): Promise<{ manifest: Manifest; manifestSha256: string }> {
  const positionOf = ({ kind }: UploadManifest['parts'][number]) => PART_KINDS.indexOf(kind);
  const sorted = { ...body, parts: body.parts.toSorted((a, b) => positionOf(a) - positionOf(b)) };
  const { mime_type: mimeType, sha256: sourceSha256 = null, ...source } = body.source;
  return {
    manifest: {
      filename: body.filename,
      visibility: body.visibility,
      processorVersion: body.processor_version,
      recipeVersion: body.recipe_version,
      source: { ...source, mimeType },
      taken: takenFromWire(body.taken ?? {}),
      sourceSha256,
      parts: sorted.parts.map(({ kind, size, sha256, width, height, quality }) => ({
        kind,
        size,
        sha256,
        width,
        height,
        quality,
      })),
    },
    manifestSha256: await sha256Hex(JSON.stringify(sorted)),
  };
}

/** The recipe's version comes first: another version's manifest may look different. */
export function shapeFault({ issues }: z.ZodError): ManifestFault {
  const version = issues.find(({ message }) => message === VERSION_MESSAGE);
  const issue = version ?? issues[0];
  const field = issue?.path.join('.');
  return {
    error: version === undefined ? 'invalid_upload' : 'recipe_unsupported',
    message: `${field === undefined || field === '' ? 'manifest' : field}: ${issue?.message ?? 'invalid'}`,
  };
}

function pixels() {
  return z.int().min(1).max(Number.MAX_SAFE_INTEGER);
}
