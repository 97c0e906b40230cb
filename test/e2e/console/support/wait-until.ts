import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const WAIT_MS = 20_000;
const POLL_MS = 50;

/**
 * Waits until an expression, or its promise, is true in the page. The page's policy forbids Playwright's waitForFunction,
 * and `evaluate` waits without end for a promise that is never settled.
 * @throws {Error} after 20 s.
 */
export const waitUntil = async (page: Page, expression: string): Promise<void> => {
  const deadline = Date.now() + WAIT_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > deadline) throw new Error(`Not so at ${page.url()}: ${expression}`);
    await sleep(POLL_MS);
  }
};
