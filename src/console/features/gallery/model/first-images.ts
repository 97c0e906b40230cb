/**
 * The first images of the gallery, asked for while its page is still loaded and nobody knows yet who is signed in. They
 * are shown to whom they belong, to nobody else, and once: whatever comes later is asked for anew.
 */

import { api, call } from '../../../api/client.ts';
import { hasSessionCookie } from '../../../api/csrf-token.ts';
import type { ImageQuery } from '../../../api/types.ts';
import { PAGES } from '../../../../shared/pages.ts';
import { user } from '../../../state/session.ts';
import { PAGE_IMAGES, readSearch, toImageQuery } from './gallery-query.ts';
import type { ListedPage } from './image-list.ts';

/** Longer than a page takes to be loaded on a slow phone. Whoever comes later wants what there is then. */
const FRESH_MS = 30_000;

interface Asked {
  readonly key: string;
  readonly at: number;
  readonly page: Promise<ListedPage | null>;
}

let asked: Asked | null = null;

/** Asks for what the gallery at an address begins with. */
export function askFirstImages({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname !== PAGES.gallery || !hasSessionCookie()) return;
  const wire = toImageQuery(readSearch(search));
  const page = readImages(wire, '', PAGE_IMAGES);
  // Whoever asks for it once more hears what is wrong.
  asked = { key: JSON.stringify(wire), at: Date.now(), page: page.catch(() => null) };
}

/** What was asked for before, if it is what is asked for now. */
export async function takeFirstImages(wire: ImageQuery): Promise<ListedPage | null> {
  const taken = asked;
  asked = null;
  if (taken?.key !== JSON.stringify(wire) || Date.now() - taken.at > FRESH_MS) return null;
  const page = await taken.page;
  // Where it was there first, what is around it is drawn by now: pictures are a task of their own.
  await new Promise((resolve) => setTimeout(resolve));
  const owner = user.peek()?.id;
  return page?.images.every((image) => image.user_id === owner) === true ? page : null;
}

/** A page of the list. */
export function readImages(
  wire: ImageQuery,
  cursor: string,
  limit: number,
  signal?: AbortSignal,
): Promise<ListedPage> {
  const params = { query: { ...wire, cursor, limit } };
  return call(api.GET('/api/v1/images/', { params, ...(signal === undefined ? {} : { signal }) }));
}
