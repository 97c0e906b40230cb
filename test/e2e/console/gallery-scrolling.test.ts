import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';
import { cells, expectFilled, focusedIndex } from './support/gallery-page.ts';
import { timeJumps } from './support/jump.ts';
import { openDevtools } from './support/spare-profiles.ts';
import { readMemory } from './support/read-memory.ts';

/** For a window of 1280 × 720 and the rows around it, with room for a busy machine. */
const MAX_ELEMENTS = 1500;
const LIBRARY = 100_000;

describeConsole('the gallery', ({ openSignedIn }) => {
  it('scrolls through 100,000 images with few elements, and reopens where it was left', async () => {
    const { page } = await openSignedIn(null);
    const { asked } = await fakeLibrary(page, LIBRARY);
    await page.goto('/gallery');
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await page.locator('.gallery-title').getByText('100,000 photos').waitFor();
    // Rows of images that are not loaded are unknown.
    expect(await grid.getAttribute('aria-rowcount')).toBe('-1');
    const columns = await page.locator('[aria-rowindex="4"] [role=gridcell]').count();
    expect(await page.evaluate(READ_EDGES)).toEqual({ page: true, grid: true });

    expect(await scrollDown(page, 800)).toBeLessThan(MAX_ELEMENTS);
    // Each page is requested once, in order.
    const pages = asked.filter((cursor) => cursor !== '');
    expect(pages.length).toBeGreaterThan(5);
    expect(pages).toEqual(pages.map((_, index) => String((index + 1) * 100)));

    await page.evaluate('scrollTo(0, 40000)');
    await expectFilled(page);
    const before = await firstInSight(page);
    // Clear of what sticks to the top.
    const cell = page.locator(`[data-index="${before.index + 2 * columns}"]`);
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

    const name = cell.locator('.gallery-caption');
    await page.mouse.move(0, 0);
    await cell.focus();
    expect(await name.isVisible()).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await name.isVisible()).toBe(false);
    await cell.hover();
    expect(await name.isVisible()).toBe(true);
    await cell.focus();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('c');
    await page.getByText('1 link copied.').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(
      new RegExp(`/i/fake0*${LIBRARY - before.index - 2 * columns}\\.webp$`, 'u'),
    );
    await cell.hover();
    await cell.getByRole('button', { name: 'Copy link: Picture' }).click();
    await page.getByText('1 link copied.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/gallery');
    await cell.focus();
    await page.keyboard.press('PageDown');
    expect(Number(await focusedIndex(page))).toBeGreaterThan(before.index + columns);
    // The focus stays with its image at any scroll position.
    const focused = await focusedIndex(page);
    await page.evaluate('scrollTo(0, 0)');
    await page.locator('[data-index="0"]').waitFor();
    expect(await focusedIndex(page)).toBe(focused);
    await page.keyboard.press('ControlOrMeta+A');
    await page.getByText(/of 100,000 selected \(all loaded so far\)/u).waitFor();
    await page.getByRole('button', { name: 'Select all 100,000' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await expect.poll(() => focusedIndex(page)).toBe(String(LIBRARY - 1));
    await page.keyboard.press('Control+Home');
    await expect.poll(() => focusedIndex(page)).toBe('0');
  });

  it('selects all of the library, also where the keyboard has no Ctrl+A', async () => {
    const { page } = await openSignedIn(null, { viewport: { width: 320, height: 640 } });
    await fakeLibrary(page, 250);
    await page.goto('/gallery');
    await cells(page).first().waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Select photos' }).click();
    await page.getByRole('button', { name: 'Select all 250' }).click();
    await page.getByText('250 selected', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Select all 250' }).count()).toBe(0);
    expect(await focusedIndex(page)).not.toBeNull();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('has months with heads that stay in sight, and selects a whole month that is not loaded', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, LIBRARY);
    await page.goto('/gallery');
    const head = page.getByRole('rowheader', { name: 'November 2026' });
    await expect.poll(() => head.textContent()).toContain('821 photos');
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.evaluate('scrollTo(0, 20000)');
    await expectFilled(page);
    expect((await head.boundingBox())?.y).toBeLessThan(120);
    expect((await head.boundingBox())?.height).toBe(40);

    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
    await expectFilled(page);
    const now = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(Math.abs(now / height - 1)).toBeLessThan(0.02);
    const name = await page.evaluate<string>(
      "document.elementFromPoint(200, 135).closest('.gallery-month-head').querySelector('h2').textContent",
    );
    const month = page.getByRole('rowheader', { name });
    await month.hover();
    await month.getByRole('checkbox').click();
    const [count] = /\d{3} photos/u.exec((await month.textContent()) ?? '') ?? [''];
    await page.getByText(count.replace('photos', 'selected')).waitFor();
    expect(await month.getByRole('checkbox').getAttribute('aria-checked')).toBe('true');
    // An arrow leads from its first row to it, and back.
    await page.keyboard.press('ArrowDown');
    const image = await focusedIndex(page);
    expect(image).not.toBeNull();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByText('Select photos').waitFor();
    // It keeps the focus at any scroll position.
    const focusedName = () => page.locator(':focus').getAttribute('aria-label');
    for (const place of [0, 1e6]) {
      await page.evaluate(`scrollTo(0, ${String(place)})`);
      await expectFilled(page);
      expect(await focusedName()).toBe(`Select all of ${name}`);
    }
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focusedIndex(page)).toBe(String(Number(image) - 1));
  });

  it('has a scrubber that leads to any month by keys and presses, where the scrollbar has it', async () => {
    const { page } = await openSignedIn(null);
    const { months } = await fakeLibrary(page, LIBRARY);
    await page.goto('/gallery');
    const slider = page.getByRole('slider', { name: 'Months' });
    await slider.waitFor();
    const month = () => slider.getAttribute('aria-valuetext');
    expect(await month()).toBe('December 2026');
    const headInSight = () =>
      page.evaluate<string | undefined>(
        "document.elementFromPoint(200, 135)?.closest('.gallery-month-head')?.querySelector('h2').textContent",
      );
    await slider.focus();
    for (const [key, name] of [
      ['PageDown', 'December 2025'],
      ['ArrowDown', 'November 2025'],
      ['PageUp', 'December 2026'],
      ['End', 'December 2016'],
      ['Home', 'December 2026'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(month).toBe(name);
      if (key === 'ArrowDown') await expect.poll(headInSight).toBe(name);
      await expectFilled(page);
    }
    const { x = 0, y = 0, height = 0 } = (await page.locator('.scrubber').boundingBox()) ?? {};
    const read = months.length;
    await page.mouse.click(x + 10, y + height / 2);
    await expectFilled(page);
    // Not the month before it, whose last row is behind the headers.
    expect(months[read]).toBe(toMonth(await month()));
    const share = await page.evaluate<number>(
      'scrollY / (document.documentElement.scrollHeight - innerHeight)',
    );
    expect(Math.abs(share - 0.5)).toBeLessThan(0.02);
    await expect.poll(async () => (await headInSight()) === (await month())).toBe(true);
  });

  it('opens another order, filter or search at its beginning', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, LIBRARY);
    await page.goto('/gallery');
    await page.locator('.scrubber').waitFor();
    for (const change of [
      () => page.getByLabel('Sort by').selectOption('title'),
      () => page.getByLabel('Visibility').selectOption('public'),
      () => page.getByRole('searchbox').fill('Picture'),
    ]) {
      await page.evaluate('scrollTo(0, 20000)');
      await expectFilled(page);
      const address = page.url();
      await change();
      await page.waitForURL((url) => url.href !== address);
      await expect.poll(() => firstInSight(page)).toMatchObject({ index: 0 });
      expect(await page.evaluate('scrollY')).toBe(0);
    }
  });

  it.each([
    [360, 16],
    [1280, 16],
    [1280, 32],
  ])('has no tab stop behind the bars at %i px with text of %i px', async (width, textPx) => {
    const { page } = await openSignedIn(null, { viewport: { width, height: 1080 } });
    const devtools = await openDevtools(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: textPx } });
    await fakeLibrary(page, 500);
    await page.goto('/gallery?sort=title');
    await expectFilled(page);
    await page.getByLabel('Sort by').selectOption('newest');
    await page.locator('.gallery-month-head').first().waitFor();
    for (let step = 1; step <= 12; step += 1) {
      await page.evaluate(`new Promise((resolve) => {
        scrollTo(0, ${step * 30});
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      })`);
      await expectFilled(page);
      expect(await page.evaluate<number>(CLEAR_OF_HEAD)).toBeGreaterThan(0);
    }
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await devtools.detach();
  });

  // A kept element of a cell would keep the rows of each earlier rendering.
  it('keeps no row that has gone', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, LIBRARY);
    await page.goto('/gallery');
    await page.locator('.scrubber').waitFor();
    await timeJumps(page, 0);
    const { nodes } = await readMemory(page);
    await timeJumps(page, 1);
    expect((await readMemory(page)).nodes / nodes).toBeLessThan(1.2);
  });

  it('is also a list, of which nothing is cut off at 320 px', async () => {
    const { page } = await openSignedIn(null, { viewport: { width: 320, height: 640 } });
    await fakeLibrary(page, 5);
    await page.goto('/gallery');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'List' }).click();
    const line = page.locator('.gallery-month > .gallery-line').first();
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
    await page.emulateMedia({ forcedColors: 'active' });
    const grounds = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.gallery-modes button')].map((mode) => getComputedStyle(mode).backgroundColor)",
    );
    expect(new Set(grounds).size).toBe(2);
  });
});

/** The pixels of the tab stop below the head of the month. */
const CLEAR_OF_HEAD = `{
  const bottomOf = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  bottomOf('[data-index][tabindex="0"]') - bottomOf('.gallery-month-head');
}`;

/** `YYYY-MM` of the English name of a month. */
const toMonth = (name: string | null): string =>
  new Date(`1 ${String(name)} UTC`).toISOString().slice(0, 'YYYY-MM'.length);

/** Whether logo, title and grid begin at one edge, and the grid ends where the scrubber begins. */
const READ_EDGES = `{
  const SCRUBBER = 28;
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const padding = parseFloat(getComputedStyle(document.querySelector('main')).paddingInlineStart);
  const starts = [box('.brand').left + 8, box('h1').left, box('[data-index="0"]').left];
  const end = box('main').right - padding;
  const cells = [...document.querySelectorAll('[aria-rowindex="4"] [role=gridcell]')];
  ({
    page: starts.every((left) => Math.abs(left - padding) < 1),
    grid: Math.abs(cells.at(-1).getBoundingClientRect().right + SCRUBBER - end) < 1,
  });
}`;

/** Scrolls window by window, as fast as the images are loaded; returns the maximum of elements. */
const scrollDown = async (page: Page, images: number): Promise<number> => {
  const elements = await page.evaluate<number>(`
    new Promise((resolve) => {
      let most = 0;
      const step = () => {
        most = Math.max(most, document.querySelectorAll('main *').length);
        const last = [...document.querySelectorAll('[data-index]')].at(-1);
        if (Number(last?.dataset.index) >= ${images}) return resolve(most);
        if (document.querySelector('.gallery-awaited-cell') === null) scrollBy(0, innerHeight);
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
