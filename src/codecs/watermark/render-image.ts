import { decodeWebp } from '../decode.ts';
import type { MemoryBudget } from '../memory-budget.ts';
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

const readMark = async (file: Uint8Array, budget: MemoryBudget): Promise<Pixels | null> => {
  const png = readPngGeometry(file);
  if (png !== null) return isAllowed(png) ? readPng(file) : null;
  const webp = inspectWebp(file);
  if (!webp.ok || !isAllowed(webp.value)) return null;
  const pixels = await decodeWebp(rewriteMetadata(file, 'drop'), webp.value, budget);
  if (!pixels.ok) return null;
  budget.give(pixels.value.data.length);
  return pixels.value;
};

/** Decodes an image mark and scales it for an image of the given size; null if it cannot be used. */
export const renderImage = async (
  mark: ImageWatermark,
  image: Geometry,
  budget: MemoryBudget,
): Promise<Overlay | null> => {
  const pixels = await readMark(mark.bytes, budget).catch(() => null);
  return pixels === null ? null : resizeToOverlay(pixels, fitMark(pixels, image, mark));
};
