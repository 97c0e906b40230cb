/** Requested before page and session are known. Shown once, and only to their owner. */

import { api, call } from '../../../api/client.ts';
import { hasSessionCookie } from '../../../api/csrf-token.ts';
import type { ImageQuery } from '../../../api/types.ts';
import { PAGES } from '../../../../shared/pages.ts';
import { user } from '../../../state/session.ts';
import { PAGE_IMAGES, readSearch, toImageQuery } from './gallery-query.ts';
import type { ListedPage, PageStart } from './image-list.ts';

/** Longer than a page loads on a slow phone; a later page needs fresh images. */
const FRESH_MS = 30_000;

export const LIST_START: PageStart = { cursor: '', from: '' };

interface Asked {
  readonly key: string;
  readonly at: number;
  readonly page: Promise<ListedPage | null>;
}

let asked: Asked | null = null;

export function askFirstImages({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname !== PAGES.gallery || !hasSessionCookie()) return;
  const wire = toImageQuery(readSearch(search));
  const page = readImages(wire, LIST_START, PAGE_IMAGES);
  // The next request reports the error.
  asked = { key: JSON.stringify(wire), at: Date.now(), page: page.catch(() => null) };
}

export async function takeFirstImages(wire: ImageQuery): Promise<ListedPage | null> {
  const taken = asked;
  asked = null;
  if (taken?.key !== JSON.stringify(wire) || Date.now() - taken.at > FRESH_MS) return null;
  const page = await taken.page;
  // Lets the page around the images render first.
  await new Promise((resolve) => setTimeout(resolve));
  const owner = user.peek()?.id;
  return page?.images.every((image) => image.user_id === owner) === true ? page : null;
}

export function readImages(
  wire: ImageQuery,
  { cursor, from }: PageStart,
  limit: number,
  signal?: AbortSignal,
): Promise<ListedPage> {
  const params = { query: { ...wire, cursor, ...(from === '' ? {} : { from }), limit } };
  return call(api.GET('/api/v1/images/', { params, ...(signal === undefined ? {} : { signal }) }));
}
