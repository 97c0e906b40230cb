import { decodeWebp, releasePixels } from '../decode.ts';
import type { CodecEngine } from '../engine.ts';
import type { Pixels } from '../pixels.ts';
import type { Geometry } from '../webp/format.ts';
import { rewriteMetadata } from '../webp/mux.ts';
import { inspectWebp } from '../webp/walker.ts';
import type { Overlay } from './overlay.ts';
import { fitMark } from './placement.ts';
import { readPng, readPngGeometry } from './read-png.ts';
import { resizeToOverlay } from './resize.ts';
import { type ImageWatermark, WATERMARK_IMAGE_MAX_EDGE } from './watermark.ts';

const isAllowed = ({ width, height }: Geometry): boolean =>
  Math.min(width, height) > 0 && Math.max(width, height) <= WATERMARK_IMAGE_MAX_EDGE;

/** Throws where a PNG is broken. */
const readMark = async (
  engine: CodecEngine,
  file: Uint8Array,
  scale: (pixels: Pixels) => Overlay,
): Promise<Overlay | null> => {
  const png = readPngGeometry(file);
  if (png !== null) return isAllowed(png) ? scale(readPng(file)) : null;
  const webp = inspectWebp(file);
  if (!webp.ok || !isAllowed(webp.value)) return null;
  const pixels = await decodeWebp(engine, rewriteMetadata(file, 'drop'), webp.value);
  if (!pixels.ok) return null;
  const overlay = scale(pixels.value);
  releasePixels(engine, pixels.value);
  return overlay;
};

/** Decodes an image mark and scales it for an image of the given size; null if it cannot be used. */
export const renderImage = (
  engine: CodecEngine,
  mark: ImageWatermark,
  image: Geometry,
): Promise<Overlay | null> =>
  readMark(engine, mark.bytes, (pixels) =>
    resizeToOverlay(pixels, fitMark(pixels, image, mark)),
  ).catch(() => null);
