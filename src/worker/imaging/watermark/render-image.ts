import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../../shared/pixels.ts';
import { fitMark, WATERMARK_IMAGE_MAX_EDGE } from '../../../shared/watermark-layout.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { decodePixels, releasePixels } from '../decode.ts';
import { ImageError, isAllocationFailure, outOfMemory } from '../../../imaging/image-error.ts';
import { resample } from '../../../imaging/resample.ts';
import { stripChunkMetadata } from '../../../imaging/source/strip-png.ts';
import { rewriteMetadata } from '../../../imaging/webp/mux.ts';
import { inspectWebp } from '../../../imaging/webp/walker.ts';
import type { Overlay } from './blend.ts';
import { readPngSize } from './read-png-size.ts';
import type { ImageWatermark } from './watermark.ts';

/** Null if the mark is unusable. @throws when a codec cannot be loaded or memory allocated; the mark may be sound. */
export async function renderImage(
  engine: CodecEngine,
  mark: ImageWatermark,
  image: Size,
): Promise<Overlay | null> {
  const scale = (pixels: Pixels) => resizeToOverlay(pixels, fitMark(pixels, image, mark));
  try {
    return await readMark(engine, mark.bytes, scale);
  } catch (error) {
    if (error instanceof ImageError || isAllocationFailure(error)) throw error;
    return null;
  }
}

export function resizeToOverlay(pixels: Pixels, size: Size): Overlay {
  const whole = { left: 0, top: 0, width: pixels.width, height: pixels.height };
  const { width, height, data } = resample(pixels, whole, size);
  for (let i = 0; i < data.length; i += BYTES_PER_PIXEL) {
    const alpha = (data[i + 3] ?? 0) / 255;
    for (let at = i; at < i + 3; at += 1) data[at] = (data[at] ?? 0) * alpha;
  }
  return { width, height, data };
}

/** @throws {Error} when a PNG is broken, {ImageError} and the errors of `decodePixels`. */
async function readMark(
  engine: CodecEngine,
  file: Uint8Array,
  scale: (pixels: Pixels) => Overlay,
): Promise<Overlay | null> {
  const png = readPngSize(file);
  if (png !== null) return isAllowed(png) ? scale(readPng(engine, file, png)) : null;
  const webp = inspectWebp(file);
  if (!webp.ok || !isAllowed(webp.value)) return null;
  const image = rewriteMetadata(file, 'drop');
  const pixels = await decodePixels(engine, 'image/webp', image, webp.value);
  if (!pixels.ok) {
    if (pixels.error === 'too_large') throw outOfMemory();
    return null;
  }
  try {
    return scale(pixels.value);
  } finally {
    releasePixels(engine, pixels.value);
  }
}

function isAllowed({ width, height }: Size): boolean {
  return Math.min(width, height) > 0 && Math.max(width, height) <= WATERMARK_IMAGE_MAX_EDGE;
}

function readPng({ picture }: CodecEngine, file: Uint8Array, size: Size): Pixels {
  const stripped = stripChunkMetadata(file);
  return picture.use((engine) => engine.shrinkPng(stripped, size, true, size));
}
