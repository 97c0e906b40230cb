import { RENDITION_WIDTHS } from '../../../../shared/rendition-widths.ts';
import type { Size } from '../../../../shared/pixels.ts';
import { previewUrl, type PreviewedImage } from '../../../state/preview-of.ts';
import { aspectOf } from './stored-view.ts';

/**
 * The whole image, for a row that approaches `targetPx`; null while it is processed or has failed. The row's own height
 * plays no part, so that the first images can be requested before there is a layout.
 */
export function rowPreviewOf(image: PreviewedImage & Size, targetPx: number): string | null {
  // Enlarged by a quarter, an image still looks sharp.
  const wantedPx = aspectOf(image) * targetPx * devicePixelRatio * 0.8;
  return previewUrl(image, RENDITION_WIDTHS.find((width) => width >= wantedPx) ?? 'published');
}
