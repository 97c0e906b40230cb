import { ImageError } from '../../imaging/image-error.ts';
import { type ImageType, SNIFF_BYTES, sniffImageType } from '../../imaging/sniff.ts';
import { MAX_SIDE_PIXELS } from '../../imaging/webp/format.ts';
import type { Size } from '../../shared/pixels.ts';
import { orientedSize } from '../../shared/recipe-geometry.ts';
import type { Recipe } from '../protocol-types.ts';
import { type ColorPlan, planColor } from '../../imaging/color/plan-color.ts';
import { PrepareError, toPrepareError } from './prepare-error.ts';
import { checkReadable } from '../../imaging/source/check-readable.ts';
import { inspectSource } from '../../imaging/source/inspect-source.ts';
import type { SourceInfo } from '../../imaging/source/source-info.ts';

export interface ValidatedSource {
  readonly mimeType: ImageType;
  readonly info: SourceInfo;
  /** Upright. */
  readonly size: Size;
  readonly color: ColorPlan;
}

/** Reads headers only, so that a hostile file costs no memory. @throws {PrepareError | ImageError} */
export async function validateSource(file: Uint8Array, recipe: Recipe): Promise<ValidatedSource> {
  const { mimeType, info } = await readHeaders(file, recipe);
  if (info.animated) {
    throw new PrepareError('animated', 'The image is animated; only still images are accepted.');
  }
  checkReadable(info);
  checkSize(info, recipe);
  const shown = info.aperture ?? info;
  return {
    mimeType,
    info,
    size: orientedSize(shown.width, shown.height, info.orientation),
    color: planColor(info.color),
  };
}

/** For pipeline 1: allows animations, and sides longer than a WebP's. @throws {PrepareError} */
export async function validateOriginal(file: Uint8Array, recipe: Recipe): Promise<ImageType> {
  try {
    const { mimeType, info } = await readHeaders(file, recipe);
    checkReadable(info);
    checkPixels(info, recipe);
    return mimeType;
  } catch (error) {
    throw error instanceof ImageError ? toPrepareError(error) : error;
  }
}

async function readHeaders(
  file: Uint8Array,
  recipe: Recipe,
): Promise<Pick<ValidatedSource, 'mimeType' | 'info'>> {
  const maxBytes = recipe.max_source_bytes ?? Infinity;
  if (file.length > maxBytes) {
    throw new PrepareError(
      'source_too_large',
      `The file has ${file.length} bytes; ${maxBytes} are allowed.`,
    );
  }
  const mimeType = sniffOrThrow(file, recipe);
  return { mimeType, info: await inspectSource(mimeType, file) };
}

function sniffOrThrow(file: Uint8Array, recipe: Recipe): ImageType {
  const mimeType = sniffImageType(file.subarray(0, SNIFF_BYTES));
  const supported = recipe.supported_source_mime_types;
  if (mimeType === null || supported?.includes(mimeType) === false) {
    throw new PrepareError(
      'unsupported_type',
      'The file is not an image of a kind that is accepted: JPEG, PNG, WebP, AVIF or GIF.',
    );
  }
  return mimeType;
}

function checkSize(size: Size, recipe: Recipe): void {
  checkPixels(size, recipe);
  const { width, height } = size;
  if (Math.max(width, height) > MAX_SIDE_PIXELS) {
    throw new PrepareError(
      'side_too_long',
      `The image is ${width} × ${height} pixels; no side may be longer than ${MAX_SIDE_PIXELS}.`,
    );
  }
}

/** Even if an aperture crops them. */
function checkPixels({ width, height }: Size, recipe: Recipe): void {
  if (width * height <= recipe.max_pixels) return;
  throw new PrepareError(
    'too_many_pixels',
    `The image has ${width} × ${height} pixels; ${recipe.max_pixels} are allowed.`,
  );
}
