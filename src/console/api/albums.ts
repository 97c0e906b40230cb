/** The calls of one's own albums. Adding, removing and moving may be repeated. All throw `ApiError` or `ConnectionError`. */

import { callTagged } from './call-tagged.ts';
import { api, call } from './client.ts';
import type { AddedImages, Album, AlbumChange, AlbumPage, ImagePage, NewAlbum } from './types.ts';
import { inCalls, type Calls } from './in-calls.ts';
import { unlessGone } from './unless-gone.ts';

interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Images that are not in the library are in neither count. */
export interface AddedToAlbum {
  readonly newCount: number;
  readonly presentCount: number;
}

interface AlbumsQuery extends PageQuery {
  /** A part of the title, in any case. */
  readonly search?: string;
}

/** The newest first. */
export function listAlbums(query: AlbumsQuery = {}, signal?: AbortSignal): Promise<AlbumPage> {
  return call(api.GET('/api/v1/albums', { params: { query }, ...(signal && { signal }) }));
}

/** The same key makes no second album: keep it for the repetition after a lost answer. */
export function createAlbum(body: NewAlbum, idempotencyKey: string): Promise<Album> {
  const header = { 'Idempotency-Key': idempotencyKey };
  return call(api.POST('/api/v1/albums', { params: { header }, body }));
}

export function readAlbum(id: number, signal?: AbortSignal): Promise<Album> {
  return callTagged(api.GET('/api/v1/albums/{id}', { ...at(id), ...(signal && { signal }) }));
}

/** Outlives the page. */
export function changeAlbum(
  id: number,
  body: AlbumChange,
  header: { readonly 'If-Match'?: string } = {},
): Promise<Album> {
  const params = { path: { id }, header };
  return callTagged(api.PATCH('/api/v1/albums/{id}', { params, body, keepalive: true }));
}

/** Its images stay in the library. */
export function deleteAlbum(id: number): Promise<void> {
  return unlessGone(call(api.DELETE('/api/v1/albums/{id}', at(id))));
}

/** In the order of the album. */
export function listAlbumImages(
  id: number,
  query: PageQuery = {},
  signal?: AbortSignal,
): Promise<ImagePage> {
  const params = { ...at(id).params, query };
  return call(api.GET('/api/v1/albums/{id}/images', { params, ...(signal && { signal }) }));
}

export function planAddition(id: number, ids: readonly number[]): Calls<AddedToAlbum> {
  let countBefore: number | null = null;
  let count = 0;
  let inAlbum = 0;
  const add = inCalls(ids, async (some) => {
    const answer = await putInAlbum(id, some);
    count = answer.image_count;
    inAlbum += answer.image_ids.length;
  });
  return async (onDone) => {
    countBefore ??= count = (await readAlbum(id)).image_count;
    await add(onDone);
    // Another tab may have changed the album meanwhile.
    const newCount = Math.min(inAlbum, Math.max(0, count - countBefore));
    return { newCount, presentCount: inAlbum - newCount };
  };
}

/** One call, of up to `ALBUM_IMAGES_PER_CALL`. Outlives the page. */
export function putInAlbum(id: number, ids: readonly number[]): Promise<AddedImages> {
  const body = { image_ids: [...ids] };
  return call(api.POST('/api/v1/albums/{id}/images', { ...at(id), body, keepalive: true }));
}

export function planRemoval(id: number, ids: readonly number[]): Calls<void> {
  return inCalls(ids, (some) =>
    call(api.POST('/api/v1/albums/{id}/images/remove', { ...at(id), body: { image_ids: some } })),
  );
}

/** To the place before another image, in the order of `ids`; null for the end. Several calls keep that order, too. */
export function planMove(id: number, ids: readonly number[], before: number | null): Calls<void> {
  return inCalls(ids, (some) => {
    const body = { image_ids: some, before };
    const moved = api.POST('/api/v1/albums/{id}/images/move', { ...at(id), body, keepalive: true });
    return call(moved);
  });
}

/** Revokes the link; the answer has another one. */
export function replaceAlbumLink(id: number): Promise<Album> {
  return call(api.POST('/api/v1/albums/{id}/link', at(id)));
}

function at(id: number) {
  return { params: { path: { id } } };
}
