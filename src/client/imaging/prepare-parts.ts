/**
 * Makes the four WebP parts of an upload.
 *
 * - Headers are validated before anything is decoded.
 * - Orientation is applied once, when drawing; the decoders ignore it.
 * - Parts have one ICC profile unless they are sRGB, and no other metadata.
 * - Parts of the source's size are encoded from it, all others are drawn frames. Serial codecs encode the largest last.
 */

import { ImageError, isAllocationFailure, outOfMemory } from '../../imaging/image-error.ts';
import { rewriteMetadata } from '../../imaging/webp/mux.ts';
import { readTaken } from '../../imaging/source/read-taken.ts';
import { sha256Hex } from '../../shared/bytes.ts';
import type { TakenFacts } from '../../shared/taken-facts.ts';
import type { Size } from '../../shared/pixels.ts';
import { VARIANT_MIME_TYPE, type PartKind } from '../../shared/variants.ts';
import type { ManifestPart, ManifestSource, Recipe } from '../protocol-types.ts';
import { type ValidatedSource, validateSource } from './validate-source.ts';
import type { Codecs, Drawing } from './codecs/codecs.ts';
import { planParts, type PlannedPart } from './plan-parts.ts';
import { PrepareError, toPrepareError } from './prepare-error.ts';
import { createProgressMeter, type PrepareProgress, type ProgressMeter } from './progress.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

export interface PreparedPart extends ManifestPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PreparedImage {
  readonly source: ManifestSource;
  /** One of each kind, in the order of PART_KINDS. */
  readonly parts: readonly PreparedPart[];
  /** Of the source's metadata, which no part has; also the place. */
  readonly taken?: TakenFacts;
}

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PrepareProgress) => void) | undefined;
}

/** Begins with parts that others can be drawn from. */
const DRAWING_ORDER: readonly PlannedPart['fit'][] = ['contain', 'cover', 'original'];

/** Measured on photographs, relative to reading and drawing a pixel. */
const ENCODE_COST = 4;

/**
 * Prepares a JPEG, PNG, WebP, AVIF or GIF still. Call it for one image at a time: beside 30 MB it takes 3 bytes a pixel
 * of a JPEG, 6 more if that is progressive, 8 more of other sources, and 4 more of a panorama. Without threads, it
 * blocks for 0.1 s a megapixel, twice, and for up to 1 s when decoding CMYK.
 * @throws {PrepareError} @throws the signal's reason.
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
  const source = await validateSource(file, recipe);
  const planned = planParts(recipe, source.size);
  const meter = createProgressMeter(costOf(planned, source.size), onProgress);
  meter.begin('draw');
  const framed = planned
    .filter(({ size }) => !isSame(size, source.size))
    .toSorted((a, b) => DRAWING_ORDER.indexOf(a.fit) - DRAWING_ORDER.indexOf(b.fit));
  await yieldToEventLoop(signal);
  const drawing = await draw(file, source, framed, codecs, signal);
  try {
    await yieldToEventLoop(signal);
    meter.spend(areaOf(source.size));
    const encoded = createEncoder(drawing, framed);
    const finish = async (part: PlannedPart): Promise<[PartKind, PreparedPart]> => {
      meter.begin('encode', part.kind);
      const file = await encoded(part);
      await yieldToEventLoop(signal);
      meter.spend(areaOf(part.size) * ENCODE_COST);
      return [part.kind, await finishPart(part, file, source, recipe.max_part_bytes, meter)];
    };
    const rising = planned.toSorted((a, b) => areaOf(a.size) - areaOf(b.size));
    const finished = new Map(
      codecs.isParallel
        ? await Promise.all(rising.toReversed().map(finish))
        : await mapInTurn(rising, finish),
    );
    return {
      source: { mime_type: source.mimeType, ...source.size, animated: false },
      parts: planned.flatMap(({ kind }) => finished.get(kind) ?? []),
      taken: readTaken(source.mimeType, file, { withLocation: true }),
    };
  } finally {
    drawing.close();
  }
}

function costOf(parts: readonly PlannedPart[], full: Size): number {
  return parts.reduce((sum, { size }) => sum + areaOf(size) * ENCODE_COST, areaOf(full));
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

async function draw(
  file: Uint8Array,
  { mimeType, info }: ValidatedSource,
  framed: readonly PlannedPart[],
  codecs: Codecs,
  signal: AbortSignal | undefined,
): Promise<Drawing> {
  const frames = framed.map(({ fit, size }) => ({
    fit: fit === 'cover' ? fit : ('contain' as const),
    size,
  }));
  try {
    return await codecs.draw({ mimeType, file, info, frames }, signal);
  } catch (error) {
    const isKnown = error instanceof PrepareError || error instanceof ImageError;
    if (isKnown || signal?.aborted === true || isAllocationFailure(error)) throw error;
    throw new PrepareError('malformed', 'The image is damaged: it cannot be decoded.', {
      cause: error,
    });
  }
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

/** A small source is its own `publish_source`: it is encoded once for both parts. */
function createEncoder(
  drawing: Drawing,
  framed: readonly PlannedPart[],
): (part: PlannedPart) => Promise<Uint8Array> {
  const masters = new Map<number, Promise<Uint8Array>>();
  return (part) => {
    const frame = framed.indexOf(part);
    if (frame >= 0) return drawing.encodeFrame(frame, part.quality);
    const master = masters.get(part.quality) ?? drawing.encodeMaster(part.quality);
    masters.set(part.quality, master);
    return master;
  };
}

async function finishPart(
  part: PlannedPart,
  encoded: Uint8Array,
  { color }: ValidatedSource,
  maxBytes: number,
  meter: ProgressMeter,
): Promise<PreparedPart> {
  meter.begin('hash', part.kind);
  const bytes = rewriteMetadata(encoded, color.profile ?? 'drop');
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

async function mapInTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
