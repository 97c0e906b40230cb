import type { Page } from 'playwright-core';
import { drawAll, pick, waitForCount } from './queue-page.ts';

async function clearQueue(page: Page): Promise<void> {
  if (!(await page.getByText('Your uploads').isVisible())) return;
  if ((await page.locator('.upload-row:not(:has(.upload-row-done))').count()) > 0) {
    await chooseMore(page, 'Cancel all');
    await page.getByRole('button', { name: 'Cancel all' }).click();
    // Uploads already being published are not cancelled.
    await page.locator('.upload-row-running').first().waitFor({ state: 'detached' });
  }
  await chooseMore(page, 'Clear finished');
}

/** One that waits for a sign-in, and one that does not. */
export async function givePhotos(page: Page): Promise<void> {
  const words = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear') };
  await page.locator('[data-picker=guest]').setInputFiles([...(await drawAll('Dune.png')), words]);
  await page.locator('.start-waiting').waitFor();
  await page.locator('.start-refused > p').waitFor();
}

export async function publishOne(page: Page): Promise<void> {
  await clearQueue(page);
  await pick(page, await drawAll('Lighthouse.png'));
  await page.locator('.upload-facts', { hasText: '90 × 60' }).waitFor({ timeout: 60_000 });
}

/** Files in each state: two published, refused, duplicate, in endless preparation, waiting and paused. */
export async function fillQueue(page: Page): Promise<void> {
  await clearQueue(page);
  const [done, second, ...others] = await drawAll(
    'Harbour.png',
    'Dune.png',
    'Sea.png',
    'Sky.png',
    'Sun.png',
    'Sand.png',
  );
  if (done === undefined || second === undefined) return;
  await pick(page, [done, second]);
  await waitForCount(page, '2 of 2 uploaded');
  await page.evaluate(`void (globalThis.Worker = class extends EventTarget {
    postMessage() {}
    terminate() {}
  })`);
  const broken = { ...done, name: 'Broken.png', buffer: Buffer.from('no picture') };
  await pick(page, [broken, { ...done, name: 'Harbour again.png' }, ...others]);
  await page.getByRole('button', { name: 'Pause Sand.png' }).click();
  for (const state of ['done', 'failed', 'duplicate', 'running', 'waiting', 'paused']) {
    await page.locator(`.upload-row-${state}`).first().waitFor();
  }
  await page.evaluate('scrollTo(0, 0)');
}

async function chooseMore(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
