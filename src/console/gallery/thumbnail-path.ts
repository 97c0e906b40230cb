import type { ListedImage } from './image-list.ts';

/** The side of the square preview that the recipe asks for. */
const SIDE_PIXELS = 400;

/** Where the square preview of an image is; null while there is none. */
export function thumbnailPath({
  asset_link: assetLink,
  unique_link: uniqueLink,
  pipeline_version: pipeline,
  processing_status: status,
}: ListedImage): string | null {
  if (pipeline === 1) return `/i/${uniqueLink}.webp?w=${SIDE_PIXELS}&h=${SIDE_PIXELS}`;
  return status === 'completed' && assetLink !== null ? `/i/${assetLink}/gallery.webp` : null;
}
