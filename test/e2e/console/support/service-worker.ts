import type { Page } from 'playwright-core';

/** Waits until a service worker controls the page. */
export const waitForWorker = (page: Page): Promise<unknown> =>
  page.evaluate(`navigator.serviceWorker.controller
    ?? new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve()))`);
