import type { Config } from '../../config.ts';
import { VISIBILITIES, type Visibility } from '../../db/schema/images.ts';
import { fitsVariant, variantSize, type Size } from '../../../shared/recipe-geometry.ts';
import { MASTER_KIND, PART_KINDS, type PartKind } from '../../../shared/variants.ts';
import type { TakenFacts } from '../../../shared/taken-facts.ts';
import type { ErrorName } from '../errors.ts';
import { PART_RECIPES, type PartRecipe, type SourceMimeType } from './recipe.ts';

export { VISIBILITIES };

export interface Manifest {
  readonly filename: string;
  readonly visibility: Visibility;
  /** Name and version of the client's encoder. */
  readonly processorVersion: string;
  readonly recipeVersion: string;
  readonly source: Size & { readonly mimeType: SourceMimeType; readonly animated: boolean };
  /** In the recipe's order. */
  readonly parts: readonly ManifestPart[];
  /** As the client has read them. */
  readonly taken: TakenFacts;
  /** Of the source's bytes, in hexadecimal; null from clients that do not say it. */
  readonly sourceSha256: string | null;
}

export interface ManifestPart extends Size {
  readonly kind: PartKind;
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly quality: number;
}

export interface ManifestFault {
  readonly error: ErrorName;
  /** Names the field. */
  readonly message: string;
}

type Limits = Pick<Config, 'UPLOAD_MAX_PART_BYTES' | 'UPLOAD_MAX_PIXELS'>;

/** A WebP's side has 14 bits (RFC 9649, 2.5 and 3.4). */
const WEBP_MAX_SIDE_PIXELS = 16_383;

export const SIZE_FAULT_ERRORS = ['image_too_large'] as const satisfies readonly ErrorName[];

export const PIXEL_FAULT_ERRORS = ['image_too_large'] as const satisfies readonly ErrorName[];

export const MANIFEST_FAULT_ERRORS = [
  'invalid_upload',
  ...PIXEL_FAULT_ERRORS,
  'body_too_large',
] as const satisfies readonly ErrorName[];

export function findManifestFault(
  { source, parts }: Pick<Manifest, 'source' | 'parts'>,
  limits: Limits,
): ManifestFault | null {
  if (source.animated) {
    return invalid('source.animated: animated sources are not accepted');
  }
  const sourceFault = sizeFault(source, 'source', limits);
  if (sourceFault !== null) return sourceFault;
  const byKind = new Map<PartKind, ManifestPart>(parts.map((part) => [part.kind, part]));
  const master = byKind.get(MASTER_KIND);
  if (master === undefined || byKind.size !== PART_KINDS.length || byKind.size !== parts.length) {
    return invalid(`parts: one each of ${PART_KINDS.join(', ')} is needed`);
  }
  const upright = uprightSize(source, master);
  if (upright === null) return invalid("parts.master: must have the source's upright size");
  for (const recipe of PART_RECIPES) {
    const part = byKind.get(recipe.kind);
    const fault = part === undefined ? null : partFault(part, recipe, upright, limits);
    if (fault !== null) return fault;
  }
  return null;
}

function invalid(message: string): ManifestFault {
  return { error: 'invalid_upload', message };
}

export function sizeFault(
  size: Size,
  field: string,
  limits: Pick<Limits, 'UPLOAD_MAX_PIXELS'>,
): ManifestFault | null {
  if (Math.max(size.width, size.height) <= WEBP_MAX_SIDE_PIXELS) {
    return pixelFault(size, field, limits);
  }
  const message = `${field}: a side is longer than ${WEBP_MAX_SIDE_PIXELS} pixels`;
  return { error: 'image_too_large', message };
}

export function pixelFault(
  { width, height }: Size,
  field: string,
  { UPLOAD_MAX_PIXELS: maxPixels }: Pick<Config, 'UPLOAD_MAX_PIXELS'>,
): ManifestFault | null {
  if (width * height <= maxPixels) return null;
  return { error: 'image_too_large', message: `${field}: more than ${maxPixels} pixels` };
}

/** A client may state the size before EXIF orientation: `master` may be turned, and the other parts follow it. */
function uprightSize(source: Size, master: Size): Size | null {
  const turned = { width: source.height, height: source.width };
  return isSameSize(master, source) || isSameSize(master, turned) ? master : null;
}

function partFault(
  part: ManifestPart,
  recipe: PartRecipe,
  upright: Size,
  limits: Limits,
): ManifestFault | null {
  const field = `parts.${part.kind}`;
  if (part.size > limits.UPLOAD_MAX_PART_BYTES) {
    const message = `${field}.size: more than ${limits.UPLOAD_MAX_PART_BYTES} bytes`;
    return { error: 'body_too_large', message };
  }
  if (part.quality !== recipe.quality) {
    return invalid(`${field}.quality: the recipe asks for ${recipe.quality}`);
  }
  if (fitsVariant(recipe, part, upright)) return null;
  const wanted = variantSize(recipe, upright.width, upright.height);
  const asked = `${wanted.width}x${wanted.height} pixels${recipe.fit === 'contain' ? ' or less in the same aspect' : ''}`;
  return invalid(`${field}: the recipe asks for ${asked}, not ${part.width}x${part.height}`);
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}
