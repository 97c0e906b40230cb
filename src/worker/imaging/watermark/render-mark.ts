import type { Size } from '../../../shared/pixels.ts';
import { outOfMemory } from '../../../imaging/image-error.ts';
import type { CodecEngine } from '../codec-engine.ts';
import type { Overlay } from './blend.ts';
import { photonHeapBytes } from './photon-heap.ts';
import { renderImage } from './render-image.ts';
import type { Watermark } from './watermark.ts';

/**
 * Null if the mark is unusable on any image.
 * @throws when a codec cannot be loaded or memory allocated; the mark may be sound.
 */
export async function renderMark(
  engine: CodecEngine,
  watermark: Watermark,
  image: Size,
): Promise<Overlay | null> {
  if (watermark.kind === 'image') return renderImage(engine, watermark, image);
  const { renderText } = await import('./render-text.ts');
  const earlierBytes = photonHeapBytes();
  const mark = renderText(watermark, image);
  if (!engine.budget.reserve(photonHeapBytes() - earlierBytes)) throw outOfMemory();
  return mark;
}
