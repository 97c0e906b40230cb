import type { Page } from 'playwright-core';
import type { Console } from './console.ts';
import { publishImage } from './publish-image.ts';

export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

// Code for the page is in strings, as these files lack browser types.
export const READ_TEXT = 'navigator.clipboard.readText()';
export const READ_FOCUSED_NAMES = `(() => {
  const focused = document.activeElement;
  const labels = [...(focused?.labels ?? [])].map((label) => label.textContent.trim());
  return [...labels, focused?.getAttribute('aria-label') ?? focused?.textContent.trim()];
})()`;

/** Presses Tab until an element of that name has the focus. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  const isThere = async () => (await page.evaluate<string[]>(READ_FOCUSED_NAMES)).includes(name);
  for (let steps = 0; !(await isThere()); steps += 1) {
    if (steps > 80) throw new Error(`Tab does not reach “${name}”`);
    await page.keyboard.press('Tab');
  }
};

/** Publishes an image of a new person; `open` shows its page, and `status` requests a path with the person's session. */
export const openImageIn =
  ({ baseUrl, openSignedIn }: Pick<Console, 'baseUrl' | 'openSignedIn'>) =>
  async (
    options: Parameters<Console['openSignedIn']>[1] = {},
    wanted: Parameters<typeof publishImage>[2] = {},
  ) => {
    const { page, username } = await openSignedIn(null, options);
    const image = await publishImage(baseUrl, username, wanted);
    const open = async () => {
      await page.goto(`/images/${image.id}`);
      await page.locator('img[data-loaded=true]').waitFor();
    };
    const status = async (path = `/api/v1/images/${image.id}`) =>
      (await page.request.get(path)).status();
    return { page, username, ...image, url: baseUrl + image.path, open, status };
  };
