import { VARIANT_EXTENSION } from '../../shared/variant-format.ts';

export interface LinkRoot {
  readonly unique_link: string;
  readonly asset_link: string | null;
  readonly pipeline_version: number;
}

/** Whether pipeline 1 published it, whose files have other names. */
export function isLegacy(image: LinkRoot): boolean {
  return image.pipeline_version === 1;
}

/** The common beginning of an image's links; null while it is processing or has failed. */
export function rootOf(image: LinkRoot, origin: string): string | null {
  const alias = isLegacy(image) ? image.unique_link : image.asset_link;
  return alias === null ? null : `${origin}/i/${alias}`;
}

/** The URL of the preview for lists; the smallest stored file for pipeline 1. Null without one. */
export function previewOf(image: LinkRoot, origin = ''): string | null {
  const root = rootOf(image, origin);
  if (root === null) return null;
  return `${root}${isLegacy(image) ? '' : '/gallery'}.${VARIANT_EXTENSION}`;
}
