import type { Page } from 'playwright-core';

/** Keeps what a page asks for away from it, until `open` is called; `isAsked` resolves once it has asked. */
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
