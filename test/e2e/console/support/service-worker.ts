import type { Page } from 'playwright-core';

/** Waits until a page's service worker answers for it. */
export const waitForWorker = (page: Page): Promise<unknown> =>
  page.evaluate(`navigator.serviceWorker.controller
    ?? new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve()))`);
