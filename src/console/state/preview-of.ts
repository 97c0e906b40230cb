import { THUMBNAIL_MAX_WIDTH, type RENDITION_WIDTHS } from '../../shared/rendition-widths.ts';
import type { operations } from '../api/schema.d.ts';

export interface LinkRoot {
  readonly unique_link: string;
  readonly asset_link: string | null;
  readonly pipeline_version: number;
  readonly processing_status: string;
}

export interface PreviewedImage extends Pick<LinkRoot, 'pipeline_version' | 'processing_status'> {
  readonly id: number;
}

/** Whether pipeline 1 published it, whose files have other names. */
export function isLegacy(image: Pick<LinkRoot, 'pipeline_version'>): boolean {
  return image.pipeline_version === 1;
}

/** The common beginning of an image's links; null while it is processed or has failed. */
export function rootOf(image: LinkRoot, origin: string): string | null {
  const { unique_link, asset_link, processing_status } = image;
  if (processing_status !== 'completed') return null;
  const alias = isLegacy(image) ? unique_link : asset_link;
  return alias === null ? null : `${origin}/i/${alias}`;
}

/** Of `PREVIEW_SIZES` of the API: a width in pixels, or a name. */
export type PreviewSize =
  | (typeof RENDITION_WIDTHS)[number]
  | NonNullable<NonNullable<operations['previewImage']['parameters']['query']>['size']>;

/** The picture for its owner's pages, which counts no view. Null while it is processed or has failed. */
export function previewUrl(image: PreviewedImage, size: PreviewSize): string | null {
  if (image.processing_status !== 'completed') return null;
  return `/api/v1/images/${String(image.id)}/preview?size=${String(size)}`;
}

/** The preview for lists. Null without one. */
export function previewOf(image: PreviewedImage): string | null {
  return previewsOf(image)[0] ?? null;
}

/** The best first. For pipeline 1 a rendition, and its large WebP where none can be made. */
export function previewsOf(image: PreviewedImage): string[] {
  const sizes = isLegacy(image)
    ? ([THUMBNAIL_MAX_WIDTH, 'published'] as const)
    : (['square'] as const);
  return sizes.map((size) => previewUrl(image, size)).filter((url) => url !== null);
}
