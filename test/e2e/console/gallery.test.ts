import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import { uploadImage } from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { drawSource } from '../../support/draw.ts';
import { retryWhileBusy } from '../support/retry-while-busy.ts';
import { findDialogBarriers } from './support/accessible.ts';
import { describeConsole, PASSWORD } from './support/console.ts';
import { PIXEL, answer, fakeLibrary, refuse } from './support/fake-library.ts';
import { hold } from './support/hold.ts';
import { QUICK_SCHEDULER } from './support/quick-scheduler.ts';

/** For a window of 1280 × 720 and the rows around it, with room for a busy machine. */
const MAX_ELEMENTS = 1500;
const LIBRARY = 100_000;
/** Step of the paused clock. */
const TICK_MS = 10;

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
    await page.getByText('3 photos', { exact: true }).waitFor();
    await expectLoaded(page, 3);

    await page.getByRole('searchbox').focus();
    await compose(page, 'har');
    await page.getByText('2 results').waitFor();
    expect(new URL(page.url()).search).toBe('?search=har');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('zebra');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.getByRole('button', { name: 'Show all photos' }).press('Enter');
    await cells(page).nth(2).waitFor();

    // View counts are current; the order is older.
    const lag = page.getByText('Sorting by views is updated hourly.');
    await page.getByLabel('Sort by').press('m');
    await lag.waitFor();
    expect(new URL(page.url()).search).toBe('?sort=views');
    await page.getByLabel('Sort by').press('Home');
    await lag.waitFor({ state: 'detached' });
    await cells(page).nth(2).waitFor();

    // The next tab stop after the order is one image of the grid.
    await page.getByLabel('Sort by').focus();
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
    await page.locator('[aria-live="polite"]').getByText('2 photos deleted').waitFor();
    expect(await page.locator('.gallery-fresh[role="status"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all photos' }).click();
    await page.getByText('1 photo', { exact: true }).waitFor();
  });

  it('scrolls through 100,000 images with few elements, and reopens where it was left', async () => {
    const { page } = await openSignedIn(null);
    const { asked } = await fakeLibrary(page, LIBRARY);
    await page.goto('/gallery');
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await page.getByText('100,000 photos').waitFor();
    const columns = Number(await grid.getAttribute('aria-colcount'));
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(Math.ceil(LIBRARY / columns)));

    expect(await scrollDown(page, 2000)).toBeLessThan(MAX_ELEMENTS);
    // Each page is requested once, in order.
    const pages = asked.filter((cursor) => cursor !== '');
    expect(pages).toEqual(pages.map((_, index) => String((index + 1) * 100)));

    await page.evaluate('scrollTo(0, 40000)');
    await expectFilled(page);
    const before = await firstInSight(page);
    const cell = page.locator(`[data-index="${before.index + columns}"]`);
    // Back before and after the other page is shown.
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/image-page*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await cell.getByRole('link').click();
    await page.waitForURL('**/images/*');
    await page.goBack();
    await expect.poll(() => firstInSight(page)).toEqual(before);
    held.resolve();
    await cell.getByRole('link').click();
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.goBack();
    await expect.poll(() => firstInSight(page)).toEqual(before);

    await cell.focus();
    const row = page.locator(`[role=row]:has([data-index="${before.index + 2 * columns}"])`);
    expect(await row.getAttribute('aria-rowindex')).toBe(String(before.index / columns + 3));
    await page.keyboard.press('PageDown');
    expect(Number(await focusedIndex(page))).toBeGreaterThan(before.index + columns);
    // The focus stays with its image at any scroll position.
    const focused = await focusedIndex(page);
    await page.evaluate('scrollTo(0, 0)');
    await page.locator('[data-index="0"]').waitFor();
    expect(await focusedIndex(page)).toBe(focused);
    await page.keyboard.press('ControlOrMeta+A');
    await page.getByText(/of 100,000 selected \(all loaded so far\)/u).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Home');
    expect(await focusedIndex(page)).toBe('0');
  });

  it('is also a list, of which nothing is cut off at 320 px', async () => {
    const { page } = await openSignedIn(null, { viewport: { width: 320, height: 640 } });
    await fakeLibrary(page, 5);
    await page.goto('/gallery');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const line = page.locator('.gallery-rows > .gallery-line').first();
    const edges = async (part: Locator) => {
      const box = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { end: box.x + box.width, top: box.y, bottom: box.y + box.height };
    };
    const whole = await edges(line);
    const name = await edges(line.locator('.gallery-caption'));
    for (const fact of ['size', 'views', 'date']) {
      const { end, top, bottom } = await edges(line.locator(`.gallery-line-${fact}`));
      expect(end).toBeLessThanOrEqual(whole.end);
      expect(top).toBeGreaterThanOrEqual(name.bottom);
      expect(bottom).toBeLessThanOrEqual(whole.bottom);
    }
  });

  it('requests its first images once, before its scripts load, also without a cache', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 30);
    const headers = { 'Cache-Control': 'no-store' };
    await page.route('**/i/**', (route) =>
      route.fulfill({ body: PIXEL, contentType: 'image/webp', headers }),
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/i/')) asked.push(pathname);
    });
    const shell = await hold(page, '**/assets/shell-*.js');
    const me = await hold(page, '**/api/v1/auth/me');
    await page.goto('/gallery', { waitUntil: 'commit' });
    await expect.poll(() => asked.length).toBe(6);
    shell.open();
    await page.waitForLoadState('load');
    me.open();
    await cells(page).nth(7).waitFor();
    await expectFilled(page);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('draws rows in sight, and those around them once the images have loaded', async () => {
    const { page } = await openSignedIn(null);
    const { open } = await openWithoutPictures(page);
    open();
    await expectBelow(page);
  });

  it('draws the rows around also when the window scrolls', async () => {
    const { page } = await openSignedIn(null);
    await openWithoutPictures(page);
    await page.mouse.wheel(0, 10);
    await expectBelow(page);
  });

  it('draws the rows around also when an image takes more than three seconds', async () => {
    const { page } = await openSignedIn(null);
    await openWithoutPictures(page);
    await page.clock.runFor(2500);
    expect(await page.evaluate(COUNT_BELOW)).toBe(0);
    await page.clock.runFor(500);
    await expectBelow(page);
    await page.locator('.selection-bar').waitFor({ state: 'attached' });
  });

  it('stops at a rate limit until the person continues, lists refusals, and offers to resume', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 30);
    let calls = 0;
    await page.route('**/api/v1/images/*/visibility', async (route) => {
      calls += 1;
      if (calls === 2) return refuse(route, 429, 4029, { 'Retry-After': '5' });
      if (route.request().url().includes('/images/29/')) return refuse(route, 409, 4093);
      return answer(route, { asset_link: 'fakefakefakeS' });
    });
    const held = Promise.withResolvers<void>();
    const wait = async (route: Route) => {
      await held.promise;
      await route.fallback();
    };
    await page.route('**/api/v1/images/?*limit=100*', wait, { times: 1 });
    await page.goto('/gallery');
    // No layout shift when the first images arrive.
    const place = await page.locator('.gallery-awaited > *').nth(1).boundingBox();
    held.resolve();
    expect(await cells(page).nth(1).locator('.gallery-preview').boundingBox()).toEqual(place);
    await cells(page).first().getByRole('checkbox').click();
    await cells(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.getByRole('button', { name: 'Change visibility' }).click();
    await page.getByRole('menuitem', { name: 'Make private' }).click();
    await page.getByRole('button', { name: 'Make private' }).click();
    await page.getByText('This job has stopped.').first().waitFor();
    await page
      .getByText(/You can continue in \d sec/u)
      .first()
      .waitFor();
    const button = page.getByRole('button', { name: 'Continue' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    const sent = calls;
    await page.locator('button[aria-disabled=false]', { hasText: 'Continue' }).waitFor();
    await sleep(1000);
    expect(calls).toBe(sent);
    const answers = await hold(page, '**/api/v1/images/*/visibility');
    await button.press('Enter');
    await expect.poll(() => page.locator('button:focus').textContent()).toBe('Stop');
    answers.open();
    await page.getByText('4 photos are now private').waitFor();
    await page.getByText(/1 photo failed: This photo is still being processed/u).waitFor();
    await page.getByText('(Picture 29)').waitFor();
    await page.getByText('1 selected').waitFor();
    expect(calls).toBe(6);

    const deleted: string[] = [];
    await page.route(/\/api\/v1\/images\/\d+$/u, (route) => {
      deleted.push(route.request().url().split('/').at(-1) ?? '');
      return answer(route, {});
    });
    await cells(page).first().getByRole('checkbox').click();
    await cells(page)
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.getByRole('region', { name: 'Selected photos' }).getByText('Delete').click();
    await page.getByRole('button', { name: 'Delete 4 photos' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    // The focus is on the image in the place of the last one.
    await expect.poll(() => focusedIndex(page)).toBe('3');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('You left before all 4 photos were deleted.').waitFor();
    expect(deleted).toEqual([]);
    await page.getByRole('button', { name: 'Delete the rest' }).click();
    await page.getByText('4 photos deleted').waitFor();
    expect(deleted.sort()).toEqual(['27', '28', '29', '30']);
  });
});

const cells = (page: Page) => page.getByRole('gridcell');

/**
 * Opens the gallery with only the rows in sight: their images are held back until `open` is called. The clock is paused,
 * so that no timer draws more.
 */
const openWithoutPictures = async (page: Page) => {
  await fakeLibrary(page, 200);
  const held = await hold(page, '**/i/**');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/gallery', { waitUntil: 'commit' });
  const countCells = async () => {
    await page.clock.runFor(TICK_MS);
    return cells(page).count();
  };
  await expect.poll(countCells).toBeGreaterThan(0);
  // Drawn, with its effects started.
  await page.clock.runFor(200);
  expect(await page.evaluate(COUNT_BELOW)).toBe(0);
  return held;
};

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
  const keyboard = await page.context().newCDPSession(page);
  const composed = { text: words, selectionStart: words.length, selectionEnd: words.length };
  await keyboard.send('Input.imeSetComposition', composed);
  expect(await page.getByRole('searchbox').inputValue()).toBe(words);
  await keyboard.send('Input.insertText', { text: words });
  await keyboard.detach();
};

/** Texts of the upload queue in any tab. */
const announce = (page: Page): Promise<void> =>
  page.evaluate(() => new BroadcastChannel('images').postMessage({ kind: 'changed' }));

const focusedIndex = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`document.activeElement?.getAttribute('data-index') ?? null`);

/** Waits until that many previews are drawn. */
const expectLoaded = (page: Page, count: number): Promise<void> =>
  expect.poll(() => page.evaluate(COUNT_LOADED)).toBe(count);

/** Waits until all rows and previews in sight are drawn. */
const expectFilled = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(COUNT_EMPTY)).toBe(0);

const COUNT_LOADED = `
  [...document.querySelectorAll('[data-index] img')]
    .filter(({ naturalWidth }) => naturalWidth > 0).length`;

/** Waits for rows below the window; advances the page's clock by at most two seconds. */
const expectBelow = (page: Page): Promise<void> => {
  const countBelow = async () => {
    await page.clock.runFor(TICK_MS);
    return page.evaluate(COUNT_BELOW);
  };
  return expect.poll(countBelow, { interval: 10 * TICK_MS }).toBeGreaterThan(0);
};

const COUNT_BELOW = `
  [...document.querySelectorAll('[role=row]')]
    .filter((row) => row.getBoundingClientRect().top > innerHeight).length`;

const COUNT_EMPTY = `{
  const cells = [...document.querySelectorAll('[data-index]')].filter((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  const rows = new Set(cells.map((cell) => cell.getBoundingClientRect().top));
  const height = cells[0]?.getBoundingClientRect().height ?? 0;
  const isShort = rows.size < Math.floor((innerHeight - 120) / (height + 16));
  const isEmpty = (cell) => !(cell.querySelector('img')?.naturalWidth > 0);
  cells.filter(isEmpty).length + (isShort ? 1 : 0);
}`;

/** Scrolls to the end of the loaded rows repeatedly; returns the maximum of elements. */
const scrollDown = async (page: Page, images: number): Promise<number> => {
  const elements = await page.evaluate<number>(`
    new Promise((resolve) => {
      let most = 0;
      const step = () => {
        most = Math.max(most, document.querySelectorAll('main *').length);
        const last = [...document.querySelectorAll('[data-index]')].at(-1);
        if (Number(last?.dataset.index) >= ${images}) return resolve(most);
        scrollTo(0, document.documentElement.scrollHeight);
        requestAnimationFrame(step);
      };
      step();
    })`);
  await expectFilled(page);
  return elements;
};

const firstInSight = (page: Page): Promise<{ index: number; top: number }> =>
  page.evaluate<{ index: number; top: number }>(`{
    const cell = [...document.querySelectorAll('[data-index]')]
      .find((one) => one.getBoundingClientRect().bottom > 0);
    ({ index: Number(cell?.dataset.index), top: Math.round(cell?.getBoundingClientRect().top) });
  }`);
