import type { Page } from 'playwright-core';
import type { Console } from './console.ts';
import { answer, toImage } from './fake-library.ts';
import { publishImage } from './publish-image.ts';

/** Opens an album with images of these names, the last one first. */
export const openAlbumIn =
  ({ baseUrl, openSignedIn }: Pick<Console, 'baseUrl' | 'openSignedIn'>) =>
  async (names: readonly string[] = ['one', 'two', 'three', 'four']) => {
    const { page, username } = await openSignedIn('/albums');
    const ids: number[] = [];
    for (const name of names) {
      const { id } = await publishImage(baseUrl, username, { filename: `${name}.jpg` });
      ids.push(id);
    }
    const { id } = (await callApi(page, '/albums', { title: 'Harbours' })) as { id: number };
    const albumPath = `/albums/${String(id)}`;
    if (ids.length > 0) await callApi(page, `${albumPath}/images`, { image_ids: ids });
    await page.goto(albumPath);
    const cells = page.getByRole('gridcell');
    const cell = (name: string) => page.getByRole('gridcell', { name });
    const readNames = () =>
      cells.evaluateAll((all) => all.map((one) => (one as { ariaLabel?: string }).ariaLabel));
    await page.getByLabel('Order').waitFor();
    return { page, albumPath, cell, names: readNames };
  };

/** Calls the API as the page does, and returns the data of its answer. */
export const callApi = async (
  page: Page,
  path: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<unknown> => {
  const sent = body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body));
  return page.evaluate<unknown>(`(async () => {
    const token = /__Host-csrf_token=([^;]*)/u.exec(document.cookie)?.[1] ?? '';
    const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token };
    const response = await fetch('/api/v1${path}', { method: '${method}', headers, body: ${sent} });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).data;
  })()`);
};

/** Answers with an album beside a fake library: the images of these ids, in their order. */
export const fakeAlbum = async (
  page: Page,
  albumId: number,
  ids: readonly number[],
): Promise<void> => {
  const path = `/api/v1/albums/${String(albumId)}`;
  const album = {
    id: albumId,
    title: 'Harbours',
    description: '',
    visibility: 'private',
    order: 'manual',
    url: null,
    expires_at: null,
    image_count: ids.length,
    cover: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
  await page.route(`**${path}`, (route) => answer(route, album));
  await page.route(`**${path}/images?*`, (route) => {
    const { searchParams } = new URL(route.request().url());
    const from = Number(searchParams.get('cursor'));
    const next = from + Number(searchParams.get('limit'));
    return answer(route, {
      images: ids.slice(from, next).map(toImage),
      next_cursor: next < ids.length ? String(next) : '',
      has_more: next < ids.length,
    });
  });
};
