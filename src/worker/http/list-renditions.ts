import { RENDITION_WIDTHS, renditionPath, THUMBNAIL_MAX_WIDTH } from '../../shared/renditions.ts';
import type { ShownFile } from '../domain/delivery/page-facts.ts';

/** A WebP of either pipeline. The original of a link without extension may move, and renditions never do. */
const LINK_OF_WEBP = /^\/i\/(\w+)\.webp$/u;

/** The asset link, or the unique link of pipeline 1, of a path that shows a WebP; null of other paths. */
export function findWebpLink(path: string): string | null {
  return LINK_OF_WEBP.exec(path)?.[1] ?? null;
}

/**
 * For `srcset`: renditions that count as a view, and the image itself. Null where none is smaller than the image.
 * `query` follows each path.
 */
export function listRenditions(
  { path, width }: Pick<ShownFile, 'path' | 'width'>,
  query: string,
): string | null {
  const link = findWebpLink(path);
  const widths = RENDITION_WIDTHS.filter((one) => one > THUMBNAIL_MAX_WIDTH && one < width);
  if (link === null || widths.length === 0) return null;
  const listed = widths.map((one) => `${renditionPath(link, one, 'webp')}${query} ${String(one)}w`);
  return [...listed, `${path}${query} ${String(width)}w`].join(', ');
}
