/** The calls of one's own albums. Adding, removing and moving may be repeated. All throw `ApiError` or `ConnectionError`. */

import { ALBUM_IMAGES_PER_CALL } from '../../shared/entry-rules.ts';
import { callTagged } from './call-tagged.ts';
import { api, call } from './client.ts';
import type { AddedImages, Album, AlbumChange, AlbumPage, ImagePage, NewAlbum } from './types.ts';
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

/** The newest first. */
export function listAlbums(query: PageQuery = {}, signal?: AbortSignal): Promise<AlbumPage> {
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

/** In calls of the API's bound. */
export async function addToAlbum(id: number, ids: readonly number[]): Promise<AddedToAlbum> {
  const { image_count: countBefore } = await readAlbum(id);
  let count = countBefore;
  let inAlbum = 0;
  for (const body of choicesOf(ids)) {
    const answer = await putInAlbum(id, body.image_ids);
    count = answer.image_count;
    inAlbum += answer.image_ids.length;
  }
  // Another tab may have changed the album meanwhile.
  const newCount = Math.min(inAlbum, Math.max(0, count - countBefore));
  return { newCount, presentCount: inAlbum - newCount };
}

/** One call, of up to `ALBUM_IMAGES_PER_CALL`. Outlives the page. */
export function putInAlbum(id: number, ids: readonly number[]): Promise<AddedImages> {
  const body = { image_ids: [...ids] };
  return call(api.POST('/api/v1/albums/{id}/images', { ...at(id), body, keepalive: true }));
}

export async function removeFromAlbum(id: number, ids: readonly number[]): Promise<void> {
  for (const body of choicesOf(ids)) {
    await call(api.POST('/api/v1/albums/{id}/images/remove', { ...at(id), body }));
  }
}

/** To the place before another image, in the order of `ids`; null for the end. Several calls keep that order, too. */
export async function moveInAlbum(
  id: number,
  ids: readonly number[],
  before: number | null,
): Promise<void> {
  for (const choice of choicesOf(ids)) {
    const body = { ...choice, before };
    await call(api.POST('/api/v1/albums/{id}/images/move', { ...at(id), body }));
  }
}

/** Revokes the link; the answer has another one. */
export function replaceAlbumLink(id: number): Promise<Album> {
  return call(api.POST('/api/v1/albums/{id}/link', at(id)));
}

function at(id: number) {
  return { params: { path: { id } } };
}

function choicesOf(ids: readonly number[]): { readonly image_ids: number[] }[] {
  const count = Math.ceil(ids.length / ALBUM_IMAGES_PER_CALL);
  return Array.from({ length: count }, (_, index) => ({
    image_ids: ids.slice(index * ALBUM_IMAGES_PER_CALL, (index + 1) * ALBUM_IMAGES_PER_CALL),
  }));
}
