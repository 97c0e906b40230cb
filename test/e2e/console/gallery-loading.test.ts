import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { PIXEL, PREVIEWS, fakeLibrary } from './support/fake-library.ts';
import { cells, expectFilled } from './support/gallery-page.ts';
import { hold } from './support/hold.ts';

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
    await expect.poll(() => asked.length).toBe(6);
    shell.open();
    await page.waitForLoadState('load');
    me.open();
    await cells(page).nth(7).waitFor();
    await expectFilled(page);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('has a header of one row that fits a window of 1,200 pixels and more, in German too', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 30);
    await page.goto('/gallery');
    await page.evaluate("localStorage.setItem('language', 'de')");
    for (const width of [1200, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.reload();
      await cells(page).first().waitFor();
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
