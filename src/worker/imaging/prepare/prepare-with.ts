import { planSrgb } from '../derive/plan-srgb.ts';
import {
  type DrawnFrame,
  drawSource,
  type OpenSource,
  takeFrame,
} from '../../../imaging/engine/draw-source.ts';
import type { Frame } from '../../../imaging/engine/frame.ts';
import type { PictureEngine } from '../../../imaging/engine/picture-engine.ts';
import { ImageError, isAllocationFailure } from '../../../imaging/image-error.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import { keepSegments } from '../../../imaging/source/normalize-jpeg.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { BYTES_PER_PIXEL, type Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { type DecodeFault, releasePixels } from '../decode.ts';
import { decodeSource } from '../derive/decode-source.ts';
import { planParts, type PlannedPart } from './plan-parts.ts';

export interface PreparedPart extends PlannedPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface StillSource {
  readonly mimeType: ImageType;
  readonly info: SourceInfo;
  readonly file: Uint8Array<ArrayBuffer>;
}

type Prepared = Result<readonly PreparedPart[], DecodeFault>;

/** Of the parts, which the budget does not count otherwise. */
const RESULT_BYTES = 4 * 1024 * 1024;
const UPRIGHT = 1;
/** Begins with frames that others can be drawn from. */
const DRAWING_ORDER: readonly Frame['fit'][] = ['contain', 'cover'];

/**
 * The four parts of a still, in the recipe's order: upright, in sRGB, without metadata. The engine runs one job at a
 * time.
 * @throws when a codec cannot be loaded; the file may be sound.
 */
export async function prepareWith(engine: CodecEngine, source: StillSource): Promise<Prepared> {
  const { budget } = engine;
  const besideBytes = source.file.length + RESULT_BYTES + apertureBytes(source.info);
  if (!budget.reserve(besideBytes)) return err('too_large');
  try {
    return await drawParts(engine, source);
  } catch (error) {
    if (error instanceof ImageError && error.code === 'out_of_memory') return err('too_large');
    if (error instanceof ImageError || isAllocationFailure(error)) throw error;
    // The engine's own errors, and its traps, are about the file.
    return err('undecodable');
  } finally {
    budget.release(besideBytes);
  }
}

/** The part that is shown is copied out. */
function apertureBytes({ aperture }: SourceInfo): number {
  return aperture === null ? 0 : aperture.width * aperture.height * BYTES_PER_PIXEL;
}

/** A JPEG is decoded strip by strip; only other images are held as pixels. */
async function drawParts(
  engine: CodecEngine,
  { mimeType, info, file }: StillSource,
): Promise<Prepared> {
  if (mimeType === 'image/jpeg') {
    return ok(encodeFrom(engine, info, { jpeg: keepSegments(file) }));
  }
  const decoded = await decodeSource(engine, mimeType, info, file);
  if (!decoded.ok) return decoded;
  try {
    return ok(encodeFrom(engine, info, { pixels: decoded.value }));
  } finally {
    releasePixels(engine, decoded.value);
  }
}

function encodeFrom(
  { picture }: CodecEngine,
  info: SourceInfo,
  source: OpenSource,
): readonly PreparedPart[] {
  const parts = planParts(uprightSize(info));
  const frames = parts
    .flatMap(({ frame }) => frame ?? [])
    .toSorted((a, b) => DRAWING_ORDER.indexOf(a.fit) - DRAWING_ORDER.indexOf(b.fit));
  const conversion = planSrgb(info.color);
  return picture.use((engine) => {
    const drawn = drawSource(source, { info, conversion, frames }, engine);
    const encoded = encodeAll(engine, drawn, parts, frames);
    return parts.map((part) => ({ ...part, bytes: encoded.get(part) ?? new Uint8Array() }));
  });
}

/** As shown. */
export function uprightSize({ width, height, aperture, orientation }: SourceInfo): Size {
  const shown = aperture ?? { width, height };
  return orientedSize(shown.width, shown.height, orientation);
}

/** Frames first, whose pixels are freed. A small source is its own `publish_source`, and is encoded once for both. */
function encodeAll(
  engine: PictureEngine,
  drawn: readonly DrawnFrame[],
  parts: readonly PlannedPart[],
  frames: readonly Frame[],
): ReadonlyMap<PlannedPart, Uint8Array<ArrayBuffer>> {
  const masters = new Map<number, Uint8Array<ArrayBuffer>>();
  const encodeFrame = (index: number, quality: number): Uint8Array<ArrayBuffer> => {
    const frame = drawn[index];
    if (frame === undefined) throw new TypeError(`there is no frame ${index}`);
    const isUpright = frame.orientation === UPRIGHT;
    const held = isUpright ? frame.held : engine.hold(takeFrame(engine, frame));
    return engine.encode(held, quality);
  };
  const encodeMaster = (quality: number): Uint8Array<ArrayBuffer> => {
    const master = masters.get(quality) ?? engine.encodeMaster(quality);
    masters.set(quality, master);
    return master;
  };
  const framed = parts.filter(({ frame }) => frame !== null);
  const whole = parts.filter(({ frame }) => frame === null);
  return new Map(
    [...framed, ...whole].map((part) => [
      part,
      part.frame === null
        ? encodeMaster(part.quality)
        : encodeFrame(frames.indexOf(part.frame), part.quality),
    ]),
  );
}
