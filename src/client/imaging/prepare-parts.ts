/**
 * From the bytes of an image to the four WebP parts of an upload (specification, Fixed recipe assets).
 *
 * - Nothing is decoded before the headers have been found admissible.
 * - Orientation is applied once, here: the decoders are told to ignore it, or do not know it.
 * - Parts carry the pixels and, unless their colours are sRGB's, one ICC profile; no other metadata.
 * - The small crops are drawn from the publish picture where it has pixels to spare, so the full picture is read once
 *   and not three times.
 */

import { ImageError, isAllocationFailure, outOfMemory } from '../../codecs/image-error.ts';
import { resample } from '../../codecs/resample.ts';
import { rewriteMetadata } from '../../codecs/webp/mux.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import type { CropBox, Pixels, Size } from '../../lib/pixels.ts';
import { coverCrop } from '../../lib/recipe-geometry.ts';
import { VARIANT_MIME_TYPE, type PartKind } from '../../lib/variants.ts';
import type { ManifestPart, ManifestSource, Recipe } from '../protocol-types.ts';
import { type AdmittedSource, admitSource } from './admit-source.ts';
import type { Codecs } from './codecs/codecs.ts';
import { cropPixels, orientPixels } from '../../codecs/orient.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { planParts, type PlannedPart } from './plan-parts.ts';
import { PrepareError, toPrepareError } from './prepare-error.ts';
import { createProgressMeter, type PrepareProgress } from './progress.ts';

export interface PreparedPart extends ManifestPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PreparedImage {
  readonly source: ManifestSource;
  /** One of each kind, in the order of PART_KINDS. */
  readonly parts: readonly PreparedPart[];
}

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PrepareProgress) => void) | undefined;
}

/** A crop must be at least this much smaller than the picture that it is drawn from. */
const MIN_REDUCTION = 2;

/** Pictures that others can be drawn from come first; the largest is encoded last. */
const DRAWING_ORDER: readonly PlannedPart['fit'][] = ['contain', 'cover', 'original'];

// Measured on photographs, in units of decoding one pixel.
const RESIZE_COST = 3;
const ENCODE_COST = 9;

/**
 * Makes the four parts of an upload from a JPEG, PNG, WebP, AVIF or GIF still. Call it for one image at a time: it
 * takes 8 bytes a pixel beside what the codecs may hold (up to 1 GiB, for noise of 50 megapixels). Decoding and
 * encoding each block the thread for about 0.1 s per megapixel, decoding of CMYK, and of a JPEG with padding between
 * its scans, for up to 1 s, so browsers should call it in a Worker.
 * @throws {PrepareError} that says why the image is not acceptable.
 * @throws the reason of `signal` once that is aborted.
 */
export async function prepareParts(
  file: Uint8Array,
  recipe: Recipe,
  codecs: Codecs,
  options: PrepareOptions = {},
): Promise<PreparedImage> {
  try {
    return await makeParts(file, recipe, codecs, options);
  } catch (error) {
    if (options.signal?.aborted === true || error instanceof PrepareError) throw error;
    if (error instanceof ImageError) throw toPrepareError(error);
    if (isAllocationFailure(error)) throw toPrepareError(outOfMemory(error));
    throw new PrepareError('processing_failed', 'The image could not be processed.', {
      cause: error,
    });
  }
}

async function makeParts(
  file: Uint8Array,
  recipe: Recipe,
  codecs: Codecs,
  { signal, onProgress }: PrepareOptions,
): Promise<PreparedImage> {
  signal?.throwIfAborted();
  const source = await admitSource(file, recipe);
  const planned = planParts(recipe, source.size);
  const totalCost = planned.reduce(
    (sum, part) => sum + costOf(part, source.size),
    areaOf(source.size),
  );
  const meter = createProgressMeter(totalCost, onProgress);
  const pacer = createPacer(signal);

  meter.begin('decode');
  const full = await decodeUpright(file, source, codecs, async () => {
    meter.spend(areaOf(source.size));
    await pacer.rest();
    meter.begin('orient');
  });
  await pacer.rest();

  const drawn: Pixels[] = [];
  const encodedOf = new Map<Pixels, { readonly quality: number; readonly file: Uint8Array }>();
  const finished = new Map<PartKind, PreparedPart>();
  const order = ({ fit }: PlannedPart): number => DRAWING_ORDER.indexOf(fit);
  for (const part of planned.toSorted((a, b) => order(a) - order(b))) {
    const { kind } = part;
    meter.begin('resize', kind);
    const picture = await drawPart(drawn, full, part, pacer);
    if (part.fit === 'contain') drawn.push(picture);
    await pacer.rest();
    meter.begin('encode', kind);
    // A small source is its own publish picture: encoding it once serves both parts.
    const twin = encodedOf.get(picture);
    const encoded =
      twin?.quality === part.quality ? twin.file : await codecs.encodeWebp(picture, part.quality);
    encodedOf.set(picture, { quality: part.quality, file: encoded });
    await pacer.rest();
    meter.spend(costOf(part, source.size));
    meter.begin('hash', kind);
    finished.set(
      kind,
      await finishPart(part, encoded, source.color.profile, recipe.max_part_bytes),
    );
  }
  return {
    source: { mime_type: source.mimeType, ...source.size, animated: false },
    parts: planned.flatMap(({ kind }) => finished.get(kind) ?? []),
  };
}

/** Drawing costs as much as it reads: all of the full picture for the first part, little for the others. */
function costOf(part: PlannedPart, full: Size): number {
  return (
    areaOf(part.size) * ENCODE_COST + (part.fit === 'contain' ? areaOf(full) * RESIZE_COST : 0)
  );
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

async function decodeUpright(
  file: Uint8Array,
  { mimeType, info, color }: AdmittedSource,
  codecs: Codecs,
  onOrient: () => Promise<void>,
): Promise<Pixels> {
  const stored = await codecs.decode(mimeType, file).catch((error: unknown) => {
    if (error instanceof PrepareError || isAllocationFailure(error)) throw error;
    throw new PrepareError('malformed', 'The image is damaged: it cannot be decoded.', {
      cause: error,
    });
  });
  if (stored.width !== info.width || stored.height !== info.height) {
    throw new PrepareError('malformed', 'The image is damaged: its size is not what it declares.');
  }
  color.conversion?.(stored);
  await onOrient();
  const shown = info.aperture === null ? stored : cropPixels(stored, info.aperture);
  return orientPixels(shown, info.orientation);
}

async function drawPart(
  pictures: readonly Pixels[],
  full: Pixels,
  part: PlannedPart,
  pacer: Pacer,
): Promise<Pixels> {
  const { width, height } = part.size;
  if (width === full.width && height === full.height) return full;
  const basis = chooseBasis(pictures, full, part);
  return resample(basis, boxOf(basis, part), part.size, pacer.pause);
}

/** The smallest whole picture that still has enough pixels; `pictures` are sorted, the largest first. */
function chooseBasis(pictures: readonly Pixels[], full: Pixels, part: PlannedPart): Pixels {
  const ample = pictures.filter(
    (picture) => boxOf(picture, part).width >= part.size.width * MIN_REDUCTION,
  );
  return ample.at(-1) ?? full;
}

function boxOf(picture: Pixels, { fit, size }: PlannedPart): CropBox {
  return fit === 'cover'
    ? coverCrop(picture.width, picture.height, size.width, size.height)
    : { left: 0, top: 0, width: picture.width, height: picture.height };
}

async function finishPart(
  part: PlannedPart,
  encoded: Uint8Array,
  profile: Uint8Array | null,
  maxBytes: number,
): Promise<PreparedPart> {
  const bytes = rewriteMetadata(encoded, profile ?? 'drop');
  if (bytes.length > maxBytes) {
    throw new PrepareError(
      'part_too_large',
      `The image is too rich in detail: "${part.kind}" would have ${bytes.length} bytes; ${maxBytes} are allowed.`,
    );
  }
  return {
    kind: part.kind,
    bytes,
    size: bytes.length,
    sha256: await sha256Hex(bytes),
    mime_type: VARIANT_MIME_TYPE,
    ...part.size,
    quality: part.quality,
  };
}
