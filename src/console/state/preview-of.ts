import { VARIANT_EXTENSION } from '../../shared/variant-format.ts';

/** What links to the files of an image are made of. */
export interface LinkRoot {
  readonly unique_link: string;
  readonly asset_link: string | null;
  readonly pipeline_version: number;
}

/** Whether it was published by the first pipeline, whose files are named in another way. */
export function isLegacy(image: LinkRoot): boolean {
  return image.pipeline_version === 1;
}

/** What all links to an image begin with; null while it has none, for it is in work or has failed. */
export function rootOf(image: LinkRoot, origin: string): string | null {
  const alias = isLegacy(image) ? image.unique_link : image.asset_link;
  return alias === null ? null : `${origin}/i/${alias}`;
}

/** Where a small picture for lists is; of pipeline 1 the smallest that is stored. Null while there is none. */
export function previewOf(image: LinkRoot, origin = ''): string | null {
  const root = rootOf(image, origin);
  if (root === null) return null;
  return `${root}${isLegacy(image) ? '' : '/gallery'}.${VARIANT_EXTENSION}`;
}
