import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import type { GivenFile } from './give-files.ts';

let seeds = 0;

/** A small image with unique content. */
export const draw = async (name: string): Promise<GivenFile> => {
  seeds += 1;
  const background = { r: seeds % 256, g: Math.floor(seeds / 256), b: 120 };
  const canvas = sharp({ create: { width: 90, height: 60, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await canvas.png().toBuffer() };
};

export const drawAll = (...names: string[]): Promise<GivenFile[]> => Promise.all(names.map(draw));

export const pick = (page: Page, files: readonly GivenFile[]): Promise<void> =>
  page.locator('[data-picker=files]').setInputFiles([...files]);

export const waitForCount = (page: Page, text: string): Promise<void> =>
  page.locator('.upload-queue-count', { hasText: text }).waitFor({ timeout: 60_000 });

/** Pauses all uploads of a blank page's person in advance. */
export const pauseAll = async (page: Page): Promise<void> => {
  const me = await page.request.get('/api/v1/auth/me');
  const { data } = (await me.json()) as { data: { id: number } };
  await page.addInitScript((id) => {
    if (sessionStorage.getItem('paused') === null)
      localStorage.setItem(`uploads-paused:${id}`, '1');
    sessionStorage.setItem('paused', '1');
  }, data.id);
};

/** Passes `letThrough` parts, and holds the others until `open` is called. */
export const holdParts = async (profile: BrowserContext, letThrough: number) => {
  let left = letThrough;
  const held = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  await profile.route('**/parts/*', async (route) => {
    left -= 1;
    if (left < 0) {
      waiting.resolve();
      await held.promise;
    }
    // The page may be closed by then.
    await route.continue().catch(() => undefined);
  });
  return { open: held.resolve, isHolding: waiting.promise };
};

/** Records every text above the list from now on. */
export const watchNotices = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(`{
    globalThis.noticesSeen = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.upload-notice')) {
        if (!noticesSeen.includes(textContent)) noticesSeen.push(textContent);
      }
    }).observe(document.body, { childList: true, subtree: true });
  }`);
  return () => page.evaluate<string[]>('noticesSeen');
};
