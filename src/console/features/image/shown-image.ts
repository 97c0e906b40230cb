import { drawThumbHash } from '../../../shared/draw-thumb-hash.ts';
import type { Size } from '../../../shared/pixels.ts';
import type { ListedImage } from '../gallery/model/image-list.ts';
import { PUBLISHED_LONG_EDGE, type ImageLinks } from '../../state/image-links.ts';

export type SeenImage = ListedImage;

export interface ShownImage extends Size {
  readonly id: number;
  readonly alt: string;
  readonly src: string;
  readonly longEdge: number;
  /** The URL of what is shown until `src` is there: the ThumbHash, or the square preview. */
  readonly placeholder: string | null;
  /** The full size, if `src` is smaller. */
  readonly full: string | null;
}

export function toShownImage(image: SeenImage, { url, variants }: ImageLinks): ShownImage {
  const { id, width, height } = image;
  const alt = image.alt_text || image.title || image.filename;
  const longEdge = Math.max(width, height);
  const blur = drawThumbHash(image.thumb_hash)?.url ?? null;
  if (image.pipeline_version === 1) {
    // A stored WebP has the size of the original.
    const src = variants.webp ?? url;
    return { id, width, height, alt, src, longEdge, placeholder: blur, full: null };
  }
  const isReduced = longEdge > PUBLISHED_LONG_EDGE;
  return {
    id,
    width,
    height,
    alt,
    src: url,
    placeholder: blur ?? variants.gallery ?? null,
    longEdge: Math.min(longEdge, PUBLISHED_LONG_EDGE),
    full: isReduced ? (variants.master ?? null) : null,
  };
}
