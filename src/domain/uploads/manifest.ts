import { z } from 'zod';
import type { Config } from '../../config.ts';
import { VISIBILITIES } from '../../db/schema/images.ts';
import { PART_KINDS, type PartKind } from '../../db/schema/uploads.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { variantSize, type Size } from '../../lib/recipe-geometry.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { ErrorName } from '../errors.ts';
import { PART_RECIPES, RECIPE_VERSION, SOURCE_MIME_TYPES, type PartRecipe } from './recipe.ts';

/** A WebP's side has 14 bits (RFC 9649, 2.5 and 3.4). */
const WEBP_MAX_SIDE_PIXELS = 16_383;
const FILENAME_MAX_LENGTH = 255;
const PROCESSOR_VERSION_MAX_LENGTH = 100;

const pixels = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const isPrintable = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

const VERSION_MESSAGE = `only ${RECIPE_VERSION} is supported`;

/** Fields that it does not name are ignored, wherever they stand. */
export const UploadManifest = z.object({
  filename: z
    .string()
    .min(1)
    .max(FILENAME_MAX_LENGTH)
    .refine(isPrintable, 'must not hold control characters'),
  visibility: z.enum(VISIBILITIES),
  processor_version: z.string().min(1).max(PROCESSOR_VERSION_MAX_LENGTH),
  recipe_version: z.string().refine((version) => version === RECIPE_VERSION, VERSION_MESSAGE),
  source: z.object({
    mime_type: z.enum(SOURCE_MIME_TYPES),
    width: pixels(),
    height: pixels(),
    animated: z.boolean(),
  }),
  parts: z
    .array(
      z.object({
        kind: z.enum(PART_KINDS),
        size: z.int().min(1),
        sha256: z.string().regex(/^[0-9a-f]{64}$/u, 'must be 64 lowercase hexadecimal characters'),
        mime_type: z.literal('image/webp'),
        width: pixels(),
        height: pixels(),
        quality: z.int(),
      }),
    )
    .length(PART_KINDS.length),
});

export type UploadManifest = z.infer<typeof UploadManifest>;
export type ManifestPart = UploadManifest['parts'][number];

export interface ManifestFault {
  readonly error: ErrorName;
  readonly message: string;
}

type Limits = Pick<Config, 'UPLOAD_MAX_PART_BYTES' | 'UPLOAD_MAX_PIXELS'>;

const fault = (error: ErrorName, message: string): ManifestFault => ({ error, message });

/**
 * What to answer to a manifest that does not fit the schema. The recipe's version comes first: another version's
 * manifest may look otherwise.
 */
export const shapeFault = ({ issues }: z.ZodError): ManifestFault => {
  const version = issues.find(({ message }) => message === VERSION_MESSAGE);
  const issue = version ?? issues[0];
  const field = issue?.path.join('.');
  return fault(
    version === undefined ? 'invalid_upload' : 'recipe_unsupported',
    `${field === undefined || field === '' ? 'manifest' : field}: ${issue?.message ?? 'invalid'}`,
  );
};

/** Whether an image of this size can be a WebP within the limits. */
const sizeFault = ({ width, height }: Size, field: string, limits: Limits) => {
  if (width > WEBP_MAX_SIDE_PIXELS || height > WEBP_MAX_SIDE_PIXELS)
    return fault(
      'image_too_large',
      `${field}: a side is longer than ${WEBP_MAX_SIDE_PIXELS} pixels`,
    );
  return width * height > limits.UPLOAD_MAX_PIXELS
    ? fault('image_too_large', `${field}: more than ${limits.UPLOAD_MAX_PIXELS} pixels`)
    : null;
};

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

/**
 * The upright size of the source. A client may state the source as it is stored, before its EXIF orientation, so
 * `master` may be the source's size turned by a quarter; all other parts follow from `master`.
 */
const uprightSize = (source: Size, master: Size): Size | null => {
  const turned = { width: source.height, height: source.width };
  return sameSize(master, source) || sameSize(master, turned) ? master : null;
};

const partFault = (part: ManifestPart, recipe: PartRecipe, upright: Size, limits: Limits) => {
  const field = `parts.${part.kind}`;
  if (part.size > limits.UPLOAD_MAX_PART_BYTES)
    return fault(
      'body_too_large',
      `${field}.size: more than ${limits.UPLOAD_MAX_PART_BYTES} bytes`,
    );
  if (part.quality !== recipe.quality)
    return fault('invalid_upload', `${field}.quality: the recipe asks for ${recipe.quality}`);
  const wanted = variantSize(recipe, upright.width, upright.height);
  return sameSize(part, wanted)
    ? null
    : fault(
        'invalid_upload',
        `${field}: the recipe asks for ${wanted.width}x${wanted.height} pixels, not ${part.width}x${part.height}`,
      );
};

const firstFault = ({ source, parts }: UploadManifest, limits: Limits): ManifestFault | null => {
  if (source.animated)
    return fault('invalid_upload', 'source.animated: animated sources are not accepted');
  const sourceFault = sizeFault(source, 'source', limits);
  if (sourceFault !== null) return sourceFault;
  const byKind = new Map<PartKind, ManifestPart>(parts.map((part) => [part.kind, part]));
  const master = byKind.get('master');
  if (master === undefined || byKind.size !== PART_KINDS.length)
    return fault('invalid_upload', `parts: one each of ${PART_KINDS.join(', ')} is needed`);
  const upright = uprightSize(source, master);
  if (upright === null)
    return fault('invalid_upload', "parts.master: must have the source's upright size");
  for (const recipe of PART_RECIPES) {
    const part = byKind.get(recipe.kind);
    const found = part === undefined ? null : partFault(part, recipe, upright, limits);
    if (found !== null) return found;
  }
  return null;
};

/**
 * Checks a manifest against the recipe and the limits. One that passes has its parts in the recipe's order and nothing
 * but the known fields.
 */
export const checkManifest = (
  body: unknown,
  limits: Limits,
): Result<UploadManifest, ManifestFault> => {
  const shape = UploadManifest.safeParse(body);
  if (!shape.success) return err(shapeFault(shape.error));
  const found = firstFault(shape.data, limits);
  if (found !== null) return err(found);
  const order = (part: ManifestPart) => PART_KINDS.indexOf(part.kind);
  return ok({ ...shape.data, parts: shape.data.parts.toSorted((a, b) => order(a) - order(b)) });
};

/** Identifies a checked manifest whatever the order of its fields and parts was: SHA-256, hexadecimal. */
export const hashManifest = (manifest: UploadManifest): Promise<string> =>
  sha256Hex(JSON.stringify(manifest));
