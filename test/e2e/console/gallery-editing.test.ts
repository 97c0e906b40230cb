import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import { uploadImage } from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { drawSource } from '../../support/draw.ts';
import { retryWhileBusy } from '../support/retry-while-busy.ts';
import { findDialogBarriers } from './support/accessible.ts';
import { describeConsole, PASSWORD } from './support/console.ts';
import { cells, focusedIndex } from './support/gallery-page.ts';
import { QUICK_SCHEDULER } from './support/quick-scheduler.ts';
import { openDevtools } from './support/spare-profiles.ts';

const TITLES = ['Harbour', 'Meadow', 'Harvest'];

let drawn: Uint8Array<ArrayBuffer>[];

beforeAll(async () => {
  const codecs = createNodeCodecs();
  drawn = await Promise.all(
    TITLES.map((_, seed) => drawSource(codecs, seed, { width: 64, height: 48 })),
  );
});

describeConsole('the gallery', ({ baseUrl, openSignedIn }) => {
  it('shows, finds, publishes and deletes images by keyboard alone', async () => {
    const { page, username } = await openSignedIn('/gallery');
    await page.getByRole('heading', { name: 'No photos yet' }).waitFor();
    await uploadAll(baseUrl, username);
    await announce(page);
    await cells(page).nth(2).waitFor();
    await page.locator('.gallery-title').getByText('3 photos').waitFor();
    await expectLoaded(page, 3);

    await page.keyboard.press('/');
    await page.locator('[type=search]:focus').waitFor();
    await compose(page, 'har');
    await page.getByText('2 results').waitFor();
    expect(new URL(page.url()).search).toBe('?search=har');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('zebra');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.getByRole('button', { name: 'Show all photos' }).press('Enter');
    await cells(page).nth(2).waitFor();

    await page.getByLabel('Sort by').press('m');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=views');
    await page.getByLabel('Sort by').press('Home');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await cells(page).nth(2).waitFor();

    // The next tab stop after the controls is one image of the grid.
    await page.getByRole('button', { name: 'Select', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await focusedIndex(page)).toBe('1');
    await page.keyboard.press('Shift+End');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Change visibility' }).press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Make private' }).waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make private' }).press('Enter');
    await page.getByText('2 photos are now private').waitFor();
    await expectLoaded(page, 3);
    await page.getByLabel('Visibility', { exact: true }).selectOption('private');
    await page.getByText('2 results').waitFor();

    await cells(page).first().focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 2 photos' }).waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete 2 photos' }).press('Enter');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('2 selected').waitFor();
    await cells(page).first().focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 2 photos' }).press('Enter');
    // Closing the message sends the deletion.
    await page.locator('.toast').getByRole('button', { name: 'Close' }).press('Enter');
    // Announced by an existing live region.
    await page.locator('[aria-live="polite"]').getByText('2 photos moved to trash').waitFor();
    expect(await page.locator('.gallery-fresh[role="status"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all photos' }).click();
    await page.locator('.gallery-title').getByText('1 photo').waitFor();
  });
});

const uploadAll = async (baseUrl: string, username: string): Promise<void> => {
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await retryWhileBusy(() => api.login({ username, password: PASSWORD }));
  for (const [index, title] of TITLES.entries()) {
    await uploadImage(drawn[index] ?? new Uint8Array(), {
      api,
      codecs: createNodeCodecs(),
      filename: `${title}.webp`,
      visibility: 'public',
      scheduler: QUICK_SCHEDULER,
    });
  }
};

/** Types as with an input method: composes in the field, then commits in one piece. */
const compose = async (page: Page, words: string): Promise<void> => {
  const keyboard = await openDevtools(page);
  const composed = { text: words, selectionStart: words.length, selectionEnd: words.length };
  await keyboard.send('Input.imeSetComposition', composed);
  expect(await page.getByRole('searchbox').inputValue()).toBe(words);
  await keyboard.send('Input.insertText', { text: words });
  await keyboard.detach();
};

/** Texts of the upload queue in any tab. */
const announce = (page: Page): Promise<void> =>
  page.evaluate(() => new BroadcastChannel('images').postMessage({ kind: 'changed' }));

/** Waits until that many previews are drawn. */
const expectLoaded = (page: Page, count: number): Promise<void> =>
  expect.poll(() => page.evaluate(COUNT_LOADED)).toBe(count);

const COUNT_LOADED = `
  [...document.querySelectorAll('[data-index] img')]
    .filter(({ naturalWidth }) => naturalWidth > 0).length`;
