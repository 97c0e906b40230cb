import type { Page } from 'playwright-core';

const ALBUM = {
  id: 1,
  title: 'A long name of an album of photographs of the sea',
  description: 'Harbours',
  visibility: 'link',
  order: 'manual',
  url: `https://images.example/a/${'a'.repeat(22)}`,
  expires_at: null,
  image_count: 5,
  cover: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

/** Answers with two albums; the first one has the images of the library. */
export async function fillAlbums(page: Page): Promise<void> {
  const answer = (data: unknown) => ({ json: { code: 0, message: 'ok', data } });
  const albums = [ALBUM, { ...ALBUM, id: 2, title: 'Private', visibility: 'private', url: null }];
  await page.route(/\/api\/v1\/albums\?/u, (route) =>
    route.fulfill(answer({ albums, next_cursor: '', has_more: false })),
  );
  await page.route('**/api/v1/albums/1', (route) => route.fulfill(answer(ALBUM)));
  await page.route(/\/api\/v1\/albums\/1\/images\?/u, async (route) => {
    const images = await route.fetch({
      url: new URL('/api/v1/images/', route.request().url()).href,
    });
    await route.fulfill({ response: images });
  });
}
