import { drawThumbHash } from '../../../shared/draw-thumb-hash.ts';
import type { Size } from '../../../shared/pixels.ts';
import { opened } from '../gallery/open-image.ts';
import type { ListedImage } from '../gallery/model/listed-image.ts';
import { PUBLISHED_LONG_EDGE } from '../../state/image-embeds.ts';
import { isLegacy, previewUrl } from '../../state/preview-of.ts';

export type SeenImage = ListedImage;

export interface ShownImage extends Size {
  readonly id: number;
  readonly alt: string;
  readonly src: string;
  readonly longEdge: number;
  /** The URL of what is shown until `src` is there: the gallery's preview, the ThumbHash or the square preview. */
  readonly placeholder: string | null;
  /** The full size, if `src` is smaller. */
  readonly full: string | null;
}

/** Null while it is processed or has failed. */
export function toShownImage(image: SeenImage): ShownImage | null {
  const { id, width, height } = image;
  const src = previewUrl(image, 'published');
  if (src === null) return null;
  const alt = image.alt_text || image.title || image.filename;
  const longEdge = Math.max(width, height);
  const blur = opened.id === id ? opened.src : (drawThumbHash(image.thumb_hash)?.url ?? null);
  const shown = { id, width, height, alt, src };
  // A WebP of pipeline 1 has the size of the original.
  if (isLegacy(image)) return { ...shown, longEdge, placeholder: blur, full: null };
  const isReduced = longEdge > PUBLISHED_LONG_EDGE;
  return {
    ...shown,
    placeholder: blur ?? previewUrl(image, 'square'),
    longEdge: Math.min(longEdge, PUBLISHED_LONG_EDGE),
    full: isReduced ? previewUrl(image, 'full') : null,
  };
}
