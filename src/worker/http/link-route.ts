import { RENDITION_ROOT } from '../../shared/renditions.ts';

/** Counts every direct link, whatever it names. */
export const LINK_ROUTE = '/i/:link';

/** Counts every rendition. */
export const RENDITION_ROUTE = '/r/:width/:link';

export function routeOf(path: string): string {
  return path.startsWith(RENDITION_ROOT) ? RENDITION_ROUTE : LINK_ROUTE;
}
