import { api, call } from '../../../api/client.ts';
import type { ImageQuery } from '../../../api/types.ts';
import type { ListedPage, PageStart } from './image-list.ts';

export const LIST_START: PageStart = { cursor: '', from: '' };

/** The first images of a visit were requested before the page and the session were known (`toFirstImagesPath`). */
export function readImages(
  wire: ImageQuery,
  { cursor, from }: PageStart,
  limit: number,
  signal?: AbortSignal,
): Promise<ListedPage> {
  const params = { query: { ...wire, cursor, ...(from === '' ? {} : { from }), limit } };
  return call(api.GET('/api/v1/images/', { params, ...(signal === undefined ? {} : { signal }) }));
}
