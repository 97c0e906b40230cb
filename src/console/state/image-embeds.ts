import { writeEmbeds, type EmbedChoice } from '../../shared/embeds.ts';
import type { LinkForm } from '../../shared/link-forms.ts';
import { containSize } from '../../shared/recipe-geometry.ts';
import { VARIANTS } from '../../shared/variants.ts';
import type { ImageLinks, LinkedImage } from './image-links.ts';
import { isLegacy } from './preview-of.ts';

export const PUBLISHED_LONG_EDGE = VARIANTS.publish_source.recipe.longEdge;

/** The image in every form for other pages. A private one stays at the size and address that its owner alone can open. */
export function embedsOf(
  image: LinkedImage,
  { url, page }: ImageLinks,
  choice?: EmbedChoice,
): Record<LinkForm, string> {
  const { width, height, visibility } = image;
  const isWebp = !isLegacy(image);
  const link = isWebp ? image.asset_link : image.unique_link;
  const { origin } = new URL(url);
  const renditions = visibility === 'private' || link === null ? null : { origin, link, isWebp };
  const size = isWebp ? containSize(width, height, PUBLISHED_LONG_EDGE) : { width, height };
  const name = image.alt_text?.trim() || image.title.trim() || image.filename;
  return writeEmbeds({ ...size, url, page, name, renditions }, choice);
}
