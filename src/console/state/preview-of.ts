import { renditionPath, THUMBNAIL_MAX_WIDTH } from '../../shared/renditions.ts';
import { VARIANT_EXTENSION } from '../../shared/variant-format.ts';

export interface LinkRoot {
  readonly unique_link: string;
  readonly asset_link: string | null;
  readonly pipeline_version: number;
  readonly processing_status: string;
}

/** Whether pipeline 1 published it, whose files have other names. */
export function isLegacy(image: LinkRoot): boolean {
  return image.pipeline_version === 1;
}

/** The common beginning of an image's links; null while it is processed or has failed. */
export function rootOf(image: LinkRoot, origin: string): string | null {
  const { unique_link, asset_link, processing_status } = image;
  if (processing_status !== 'completed') return null;
  const alias = isLegacy(image) ? unique_link : asset_link;
  return alias === null ? null : `${origin}/i/${alias}`;
}

/** The URL of the preview for lists. Null without one. */
export function previewOf(image: LinkRoot, origin = ''): string | null {
  return previewsOf(image, origin)[0] ?? null;
}

/** The best first. For pipeline 1 a rendition that counts no view, and its large WebP where none can be made. */
export function previewsOf(image: LinkRoot, origin = ''): string[] {
  const root = rootOf(image, origin);
  if (root === null) return [];
  if (!isLegacy(image)) return [`${root}/gallery.${VARIANT_EXTENSION}`];
  const small = renditionPath(image.unique_link, THUMBNAIL_MAX_WIDTH, VARIANT_EXTENSION);
  return [origin + small, `${root}.${VARIANT_EXTENSION}`];
}
