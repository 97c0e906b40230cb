/**
 * Draws a source in one pass over its rows. A JPEG is decoded strip by strip.
 *
 * - The master's planes are upright. Frames are drawn as stored and turned at the end, when they are small.
 * - One frame is drawn from the rows, the others from it where it is large enough, else from a copy of the whole image.
 */

import type { ColorConversion } from '../color/convert-pixels.ts';
import { cropPixels, orientPixels } from '../orient.ts';
import type { SourceInfo } from '../source/source-info.ts';
import { BYTES_PER_PIXEL, type CropBox, type Pixels, type Size } from '../../shared/pixels.ts';
import { coverCrop, orientedSize } from '../../shared/recipe-geometry.ts';
import type { Frame } from './frame.ts';
import { refuseDamage } from './jpeg-damage.ts';
import { type HeldImage, type PictureEngine, sizeOf } from './picture-engine.ts';

export interface DrawPlan {
  readonly info: SourceInfo;
  /** Null keeps the colours. */
  readonly conversion: ColorConversion | null;
  /** Begin with those that others can be drawn from. */
  readonly frames: readonly Frame[];
}

export type OpenSource = { readonly jpeg: readonly Uint8Array[] } | { readonly pixels: Pixels };

export interface DrawnFrame {
  readonly held: HeldImage;
  readonly orientation: number;
}

/** A frame is drawn from an image at least this much larger. */
const MIN_REDUCTION = 2;

/** @throws {ImageError} out_of_memory @throws when the source is damaged. */
export function drawSource(
  source: OpenSource,
  { info, conversion, frames }: DrawPlan,
  engine: PictureEngine,
): readonly DrawnFrame[] {
  const { orientation } = info;
  const pixels = 'pixels' in source ? source.pixels : null;
  if (pixels !== null) checkSize(pixels, info);
  const shown =
    pixels === null || info.aperture === null ? pixels : cropPixels(pixels, info.aperture);
  engine.connect({
    readRows: (rgba, top) => {
      const start = top * (shown?.width ?? 0) * BYTES_PER_PIXEL;
      if (shown !== null) rgba.set(shown.data.subarray(start, start + rgba.length));
    },
    convert:
      conversion === null
        ? undefined
        : (data) => conversion({ width: data.length / BYTES_PER_PIXEL, height: 1, data }),
    warn: refuseDamage,
  });
  const size = 'jpeg' in source ? engine.openJpeg(source.jpeg) : sizeOf(shown ?? info);
  if (shown === null) checkSize(size, info);
  const hasAlpha = shown !== null && hasTransparency(shown);
  const stored = frames.map((frame) => ({ ...frame, size: turn(frame.size, orientation) }));
  const first = pickFirst(stored, size);
  const isJpeg = 'jpeg' in source;
  const basis = engine.draw(
    { ...size, isJpeg, orientation, hasAlpha },
    boxOf(size, first),
    first.size,
  );
  const images: HeldImage[] = [basis];
  return stored.map((frame) => {
    if (frame === first) return { held: basis, orientation };
    const from = images.findLast((image) => isAmple(image, frame)) ?? basis;
    const held = engine.redraw(from, hasAlpha, boxOf(from, frame), frame.size);
    if (frame.fit === 'contain') images.push(held);
    return { held, orientation };
  });
}

export function takeFrame(engine: PictureEngine, { held, orientation }: DrawnFrame): Pixels {
  return orientPixels(engine.take(held), orientation);
}

function checkSize(actual: Size, declared: Size): void {
  if (actual.width !== declared.width || actual.height !== declared.height) {
    throw new Error('The image’s size is not what its headers declare');
  }
}

function hasTransparency({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += BYTES_PER_PIXEL) {
    if (data[at] !== 255) return true;
  }
  return false;
}

/** Mirroring does not matter: crops are centred. */
function turn({ width, height }: Size, orientation: number): Size {
  return orientedSize(width, height, orientation);
}

/** The first frame, if the others can be drawn from it, else the whole source. */
function pickFirst(frames: readonly Frame[], size: Size): Frame {
  const [first, ...others] = frames;
  const serves = first?.fit === 'contain' && others.every((frame) => isAmple(first.size, frame));
  return first !== undefined && (serves || others.length === 0) ? first : { fit: 'contain', size };
}

export function isAmple(image: Size, frame: Frame): boolean {
  return boxOf(image, frame).width >= frame.size.width * MIN_REDUCTION;
}

export function boxOf({ width, height }: Size, { fit, size }: Frame): CropBox {
  return fit === 'cover'
    ? coverCrop(width, height, size.width, size.height)
    : { left: 0, top: 0, width, height };
}
