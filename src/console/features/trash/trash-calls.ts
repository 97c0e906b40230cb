import { api, call } from '../../api/client.ts';
import type { TrashedImage } from '../../api/types.ts';
import type { PageOfRows, PageRequest } from '../admin/model/use-pages.ts';

/** Of a call: the API's bound. */
const IDS_MAX = 100;

export async function readTrash(
  query: PageRequest,
  signal: AbortSignal,
): Promise<PageOfRows<TrashedImage>> {
  const { images, ...page } = await call(api.GET('/api/v1/trash/', { params: { query }, signal }));
  return { ...page, items: images };
}

/** Resolves the number of images that are back. Sent again, it does no harm. */
export async function restore(ids: readonly number[]): Promise<number> {
  let count = 0;
  for (const chunk of chunksOf(ids)) {
    const body = { image_ids: chunk };
    count += (await call(api.POST('/api/v1/trash/restore', { body }))).image_ids.length;
  }
  return count;
}

export async function deleteForGood(ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    await call(api.POST('/api/v1/trash/delete', { body: { image_ids: chunk } }));
  }
}

/** Resolves how many images it has deleted. */
export async function emptyTrash(): Promise<number> {
  let count = 0;
  for (let hasMore = true; hasMore;) {
    const answer = await call(api.DELETE('/api/v1/trash/'));
    count += answer.emptied;
    hasMore = answer.has_more;
  }
  return count;
}

function chunksOf(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / IDS_MAX);
  return Array.from({ length: count }, (_, at) => ids.slice(at * IDS_MAX, (at + 1) * IDS_MAX));
}
