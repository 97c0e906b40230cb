import type { Page } from 'playwright-core';

/** Holds a page's requests until `open` is called; `isAsked` resolves with the first one. */
export const hold = async (page: Page, url: string | RegExp) => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    asked.resolve();
    await held.promise;
    await route.fallback();
  });
  return { isAsked: asked.promise, open: () => held.resolve() };
};
