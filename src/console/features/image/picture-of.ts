import type { Size } from '../../../shared/pixels.ts';
import { VARIANTS } from '../../../shared/variants.ts';
import type { ListedImage } from '../gallery/model/image-list.ts';
import { linksOf, type ImageLinks } from '../../state/image-links.ts';

/** What is known of an image from a list, or by its own page. */
export type SeenImage = ListedImage & { readonly description?: string };

/** An image as the page draws it: its size in pixels, and the links of its forms. */
export interface ShownPicture extends Size {
  readonly id: number;
  readonly alt: string;
  readonly src: string;
  /** The longest edge of what `src` shows. */
  readonly longEdge: number;
  /** A small one to show until `src` is there. */
  readonly placeholder: string | null;
  /** All of its pixels, where `src` has fewer. */
  readonly full: string | null;
}

const PUBLISHED_LONG_EDGE = VARIANTS.publish_source.recipe.longEdge;

/** The links of an image that can be looked at; null while it is in work, or failed. */
export function seenLinksOf(image: SeenImage): ImageLinks | null {
  return image.processing_status === 'completed' ? linksOf(image) : null;
}

/** What the page shows of an image: as it is published, and all of its pixels for whoever zooms in. */
export function pictureOf(image: SeenImage, { url, variants }: ImageLinks): ShownPicture {
  const { id, width, height } = image;
  const alt = image.description || image.title || image.filename;
  const longEdge = Math.max(width, height);
  if (image.pipeline_version === 1) {
    // What is stored as WebP has the size of the original.
    const src = variants.webp ?? url;
    return { id, width, height, alt, src, longEdge, placeholder: null, full: null };
  }
  const isReduced = longEdge > PUBLISHED_LONG_EDGE;
  return {
    id,
    width,
    height,
    alt,
    src: url,
    placeholder: variants.gallery ?? null,
    longEdge: Math.min(longEdge, PUBLISHED_LONG_EDGE),
    full: isReduced ? (variants.master ?? null) : null,
  };
}
