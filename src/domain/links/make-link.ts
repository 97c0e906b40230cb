import type { Visibility } from '../../db/schema/images.ts';
import { CACHEABLE_KINDS, LEGACY_EXTENSIONS, VARIANT_EXTENSION } from '../../lib/variants.ts';

export const LINK_ROOT = '/i/';

/** Appended to the unique link, it makes the alias of a private image. */
export const PRIVATE_MARK = 'S';

/** The `asset_link` of a pipeline-2 image: a private one has an S after its unique link. */
export function assetLink(uniqueLink: string, visibility: Visibility): string {
  return visibility === 'private' ? uniqueLink + PRIVATE_MARK : uniqueLink;
}

/** The path that shows a pipeline-2 image. */
export function assetPath(uniqueLink: string, visibility: Visibility): string {
  return `${LINK_ROOT}${assetLink(uniqueLink, visibility)}.${VARIANT_EXTENSION}`;
}

/** Every path under which caches may hold a public image: a purge names them all. */
export function publicPaths({
  uniqueLink,
  pipelineVersion,
}: {
  readonly uniqueLink: string;
  readonly pipelineVersion: number;
}): string[] {
  const root = LINK_ROOT + uniqueLink;
  return pipelineVersion === 1
    ? [root, ...Object.keys(LEGACY_EXTENSIONS).map((extension) => `${root}.${extension}`)]
    : [
        root,
        assetPath(uniqueLink, 'public'),
        ...CACHEABLE_KINDS.map((kind) => `${root}/${kind}.${VARIANT_EXTENSION}`),
      ];
}
