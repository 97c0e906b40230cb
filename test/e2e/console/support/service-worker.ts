import type { Page } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/** Waits until a service worker controls the page; one whose installation fails never does. */
export const waitForWorker = (page: Page): Promise<void> =>
  waitUntil(page, 'navigator.serviceWorker.controller !== null');
