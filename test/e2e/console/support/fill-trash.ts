import type { Page } from 'playwright-core';

/** Answers with a trash of two images and more to load. */
export async function fillTrash(page: Page): Promise<void> {
  const images = ['Harbour', 'A long name of a photograph of the sea'].map((title, at) => ({
    id: at + 1,
    title,
    filename: `${title}.jpg`,
    visibility: 'public',
    width: 64,
    height: 48,
    file_size: 1000,
    thumb_hash: null,
    created_at: '2026-01-01T00:00:00Z',
    trashed_at: '2026-01-01T00:00:00Z',
    erase_due_at: new Date(Date.now() + (at + 1) * 1e8).toISOString(),
  }));
  const data = { images, next_cursor: 'next', has_more: true };
  await page.route(/\/api\/v1\/trash\/\?/u, (route) =>
    route.fulfill({ json: { code: 0, message: 'ok', data } }),
  );
  await page.route('**/api/v1/trash/*/preview', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="teal"/></svg>',
    }),
  );
}
