import type { ImageRow, Visibility } from '../../db/schema/images.ts';
import { CACHEABLE_KINDS, LEGACY_EXTENSIONS, VARIANT_EXTENSION } from '../../../shared/variants.ts';
import { epochPath, pagePath, renditionPaths, shardOf } from '../../storage/keys.ts';

export const LINK_ROOT = '/i/';

export const PAGE_ROOT = '/p/';

/** The page of share links. */
export const SHARE_ROOT = '/s/';

export const SHARE_IMAGE = `${SHARE_ROOT}image.webp`;

/** The page of an album. */
export const ALBUM_ROOT = '/a/';

export const PRIVATE_MARK = 'S';

export function assetLink(uniqueLink: string, visibility: Visibility): string {
  return visibility === 'private' ? uniqueLink + PRIVATE_MARK : uniqueLink;
}

/** Null while nothing is served under an alias: for pipeline 1, and until an image is published. */
export function assetLinkOf({
  uniqueLink,
  visibility,
  pipelineVersion,
  processingStatus,
}: Pick<ImageRow, 'uniqueLink' | 'visibility' | 'pipelineVersion' | 'processingStatus'>):
  | string
  | null {
  const isServed = pipelineVersion === 2 && processingStatus === 'completed';
  return isServed ? assetLink(uniqueLink, visibility) : null;
}

export function assetPath(uniqueLink: string, visibility: Visibility): string {
  return `${LINK_ROOT}${assetLink(uniqueLink, visibility)}.${VARIANT_EXTENSION}`;
}

/** In the query, because the platform's logs keep paths (`redact_query_string` of wrangler.toml). */
export function withToken(path: string, token: string): string {
  return `${path}?token=${token}`;
}

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

/** Of the share page, under the link that `assetLink` makes; pipeline 1 has the public one for both visibilities. */
export function sharePath({
  uniqueLink,
  visibility,
  pipelineVersion,
}: Pick<ImageRow, 'uniqueLink' | 'visibility' | 'pipelineVersion'>): string {
  return PAGE_ROOT + (pipelineVersion === 1 ? uniqueLink : assetLink(uniqueLink, visibility));
}

/** The epoch path clears the shard from the memory of isolates in every data centre. */
export function purgedPaths(image: Parameters<typeof publicPaths>[0]): string[] {
  const { uniqueLink } = image;
  return [
    ...publicPaths(image),
    ...renditionPaths(uniqueLink),
    pagePath(uniqueLink),
    epochPath(shardOf(uniqueLink)),
  ];
}
