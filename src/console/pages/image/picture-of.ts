import { VARIANTS } from '../../../lib/variants.ts';
import type { ImageLinks } from '../../links/image-links.ts';
import type { Picture } from './picture-plane.tsx';
import type { ImageDetail } from './use-image.ts';

const PUBLISHED_LONG_EDGE = VARIANTS.publish_source.recipe.longEdge;

/** What the page shows of an image: as it is published, and all of its pixels for whoever zooms in. */
export function pictureOf(image: ImageDetail, { url, variants, preview }: ImageLinks): Picture {
  const { width, height } = image;
  const alt = image.description || image.title || image.filename;
  const longEdge = Math.max(width, height);
  if (image.pipeline_version === 1) {
    // What is stored as WebP has the size of the original.
    const src = variants.webp ?? url;
    return { width, height, alt, src, longEdge, placeholder: null, full: null };
  }
  const isReduced = longEdge > PUBLISHED_LONG_EDGE;
  return {
    width,
    height,
    alt,
    src: url,
    placeholder: preview,
    longEdge: Math.min(longEdge, PUBLISHED_LONG_EDGE),
    full: isReduced ? (variants.master ?? null) : null,
  };
}
