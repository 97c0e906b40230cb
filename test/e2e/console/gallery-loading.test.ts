import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { en } from '../../../src/console/text/en/index.ts';
import { describeConsole } from './support/console.ts';
import { answer, answerLibrary, fakeLibrary, PIXEL, PREVIEWS } from './support/fake-library.ts';
import { cells, expectFilled } from './support/gallery-page.ts';
import { hold } from './support/hold.ts';

/** Of a photograph (evanw.github.io/thumbhash). */
const THUMB_HASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const READ_BLURS = `[...document.querySelectorAll('[role=gridcell] img')]
  .map(({ style }) => style.backgroundImage.slice(0, 19))`;
/** Step of the paused clock. */
const TICK_MS = 10;

describeConsole('the gallery', ({ openSignedIn }) => {
  it('requests its first images once, before its scripts load, also without a cache', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 30);
    const headers = { 'Cache-Control': 'no-store' };
    await page.route(PREVIEWS, (route) =>
      route.fulfill({ body: PIXEL, contentType: 'image/webp', headers }),
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/preview')) asked.push(pathname);
    });
    const shell = await hold(page, '**/assets/shell-*.js');
    const me = await hold(page, '**/api/v1/auth/me');
    await page.goto('/gallery', { waitUntil: 'commit' });
    await expect.poll(() => asked.length).toBe(12);
    shell.open();
    await page.waitForLoadState('load');
    me.open();
    await cells(page).nth(7).waitFor();
    await expectFilled(page);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it.each([
    ['/gallery', 'sort=-created_at&visibility=', 'Choose photos'],
    [
      '/gallery?sort=oldest&visibility=public',
      'sort=created_at&visibility=public',
      en.gallery.showAll,
    ],
  ])('requests the first list of %s once', async (path, query, shows) => {
    const { page } = await openSignedIn(null);
    const lists: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/v1/images/') lists.push(search);
    });
    await page.goto(path);
    await page.getByRole('button', { name: shows }).waitFor();
    expect(lists).toEqual([`?${query}&search=&cursor=&limit=100`]);
  });

  it('shows the blur of an image while that is loading, and afterwards the image alone', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 3);
    await page.route('**/api/v1/images/?*', (route) => {
      const { images, ...rest } = answerLibrary(3, new URL(route.request().url()).searchParams);
      const hashed = images.map((image) => ({ ...image, thumb_hash: THUMB_HASH }));
      return answer(route, { ...rest, images: hashed });
    });
    const held = await hold(page, PREVIEWS);
    await page.goto('/gallery', { waitUntil: 'commit' });
    const blurs = () => page.evaluate<string[]>(READ_BLURS);
    await expect.poll(blurs).toEqual(Array.from({ length: 3 }, () => 'url("data:image/png'));
    held.open();
    await expect.poll(blurs).toEqual(['', '', '']);
  });

  it('keeps its height of rows, and has a header that fits 1,200 pixels in German too', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 30);
    await page.goto('/gallery');
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.reload();
    // A row is as near to the chosen height as its images allow.
    const nearest = async () => {
      const { height = 0 } = (await cells(page).first().boundingBox()) ?? {};
      return [140, 200, 320].toSorted((a, b) => Math.abs(a - height) - Math.abs(b - height))[0];
    };
    for (const [width, size, rowPx] of [
      [1200, 'Groß', 320],
      [1240, 'Klein', 140],
      [1280, 'Mittel', 200],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('button', { name: size, exact: true }).click();
      await page.reload();
      await cells(page).first().waitFor();
      await expect.poll(nearest).toBe(rowPx);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
      const search = await page.getByRole('searchbox').boundingBox();
      expect(search?.width).toBeGreaterThan(120);
    }
  });

  it('draws rows in sight, and those around them once the images have loaded', async () => {
    const { page } = await openSignedIn(null);
    const { open } = await openWithoutImages(page);
    open();
    await expectBelow(page);
  });

  it('draws the rows around also when the window scrolls', async () => {
    const { page } = await openSignedIn(null);
    await openWithoutImages(page);
    await page.mouse.wheel(0, 10);
    await expectBelow(page);
  });

  it('draws the rows around also when an image takes more than three seconds', async () => {
    const { page } = await openSignedIn(null);
    await openWithoutImages(page);
    await page.clock.runFor(2500);
    expect(await page.evaluate(COUNT_BELOW)).toBe(0);
    await page.clock.runFor(500);
    await expectBelow(page);
    await page.locator('.selection-bar').waitFor({ state: 'attached' });
  });
});

/**
 * Opens the gallery with only the rows in sight: their images are held back until `open` is called. The clock is paused,
 * so that no timer draws more.
 */
const openWithoutImages = async (page: Page) => {
  await fakeLibrary(page, 200);
  const held = await hold(page, PREVIEWS);
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
