import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { describeConsole } from './support/console.ts';
import { paste, type GivenFile } from './support/give-files.ts';
import { expectOneLeftEdge } from './support/left-edge.ts';
import { draw, drawAll, holdParts, pauseAll, pick, waitForCount } from './support/queue-page.ts';

/** Presses a button that disappears, and waits for the focus on the heading. */
const pressAndLose = async (page: Page, name: RegExp, heading: 'h1' | 'h2'): Promise<void> => {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
  await expectAt(page, heading);
};

const expectAt = (page: Page, heading: 'h1' | 'h2'): Promise<void> =>
  page.locator(`${heading}:focus`).waitFor();

const chooseFromMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
};

const pasteInto = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await paste(page, await draw('image.png'));
};

describeConsole('the upload page', ({ openSignedIn }) => {
  it('shows a pause on every page, and forgets it once everything is cancelled', async () => {
    const { page } = await openSignedIn(null);
    await pauseAll(page);
    await page.goto('/gallery');
    await pasteInto(page);
    await page.getByText('1 photo added, but uploads are paused').waitFor();
    await page.getByRole('link', { name: '0 of 1 uploaded · paused' }).waitFor();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByText('Uploads are paused.').waitFor();
    await expectThumbnail(page);

    await chooseFromMenu(page, 'Cancel all');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).press('Enter');
    await page.getByText('Your uploads').waitFor({ state: 'hidden' });
    await expectAt(page, 'h1');
    await expect
      .poll(() => page.evaluate('Object.keys(localStorage).join()'))
      .not.toMatch(/paused/u);
    await page.goto('/gallery');
    await pasteInto(page);
    await page.getByText('1 photo added', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'View' }).click();
    await waitForCount(page, '1 of 1 uploaded');
    await chooseFromMenu(page, 'Clear finished');
    await expectAt(page, 'h1');
  });

  it('moves the focus to the heading when a pressed button disappears', async () => {
    const { page } = await openSignedIn('/upload');
    await page.route(
      '**/api/v1/uploads/',
      (route) => route.fulfill({ status: 503, json: { code: 5030, message: 'no' } }),
      { times: 1 },
    );
    await pick(page, await drawAll('one.png'));
    await pressAndLose(page, /^Continue$/u, 'h2');
    await pressAndLose(page, /^Retry$/u, 'h2');
    await waitForCount(page, '1 of 1 uploaded');
    await expectOneLeftEdge(page);
    await pressAndLose(page, /^Remove one\.png/u, 'h1');
    await page.getByText('Your uploads').waitFor({ state: 'hidden' });
  });

  it('keeps a focus that scrolls out of sight, and moves one whose row is removed', async () => {
    const { page } = await openSignedIn(null);
    await pauseAll(page);
    await page.goto('/upload');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const names = Array.from({ length: 40 }, (_, index) => `${String(index)}.png`);
    await pick(page, await drawAll(...names));
    await waitForCount(page, '0 of 40 uploaded');
    const first = page.getByRole('button', { name: 'Cancel 0.png' });
    await first.focus();
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 2500);
    await page.getByText('1.png', { exact: true }).waitFor({ state: 'detached' });
    expect(await first.and(page.locator(':focus')).count()).toBe(1);
    await pressAndLose(page, /^Cancel 39\.png/u, 'h2');
  });

  it('places rows of different heights one below the other, wherever the window scrolls', async () => {
    const { page } = await openSignedIn('/upload', { viewport: { width: 360, height: 640 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const files: GivenFile[] = Array.from({ length: 40 }, (_, index) => ({
      name: `${String(index)}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`Dear ${String(index)}`),
    }));
    for (const image of await drawAll('5.png', '30.png')) {
      files[Number.parseInt(image.name, 10)] = image;
    }
    await pick(page, files);
    await waitForCount(page, '2 of 40 uploaded, 38 failed');
    const heights = new Set<number>();
    for (const share of [0, 0.25, 0.5, 0.75, 1, 0.4, 0.1]) {
      await page.evaluate(`scrollTo(0, ${share} * document.documentElement.scrollHeight)`);
      await expect.poll(() => page.evaluate(COUNT_GAPS)).toBe(0);
      for (const height of await page.evaluate<number[]>(READ_HEIGHTS)) heights.add(height);
    }
    expect(heights.size).toBeGreaterThan(1);
  });

  it('sends nothing to a failing service until that is ready', async () => {
    const { page } = await openSignedIn(null);
    await page.clock.install();
    await page.goto('/upload');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const sent = vi.fn<() => void>();
    await page.route('**/api/v1/uploads/', (route) => {
      sent();
      const headers = { 'Retry-After': '600' };
      return route.fulfill({ status: 503, headers, json: { code: 1001, message: 'no' } });
    });
    const asked = vi.fn<() => void>();
    await page.route('**/ready', (route) => {
      asked();
      return route.fulfill({ status: 503, json: { code: 1001, message: 'no' } });
    });
    await pick(page, await drawAll('one.png'));
    await page.getByText('The service is unavailable.').waitFor();
    await page.getByText('Uploads resume in').waitFor();
    expect(asked).not.toHaveBeenCalled();
    await page.clock.fastForward(600_000);
    await expect.poll(() => asked).toHaveBeenCalledOnce();
    await page.getByText('Uploads resume in').waitFor();
    expect(sent).toHaveBeenCalledOnce();
    await page.unroute('**/ready');
    await page.unroute('**/api/v1/uploads/');
    await page.clock.fastForward(30_000);
    await waitForCount(page, '1 of 1 uploaded');
  });

  it('warns about files that the browser cannot keep, and asks for them again later', async () => {
    const { page } = await openSignedIn(null);
    await page.addInitScript(`
      navigator.storage.estimate = () => Promise.resolve({ quota: 1, usage: 1 });
    `);
    await page.goto('/upload');
    const files = await drawAll('one.png', 'two.png');
    const parts = await holdParts(page.context(), 0);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await pick(page, files);
    await parts.isHolding;
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('0 of 2 uploaded, 2 need attention').first().waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose again' }).first().press('Enter');
    await (await chooser).setFiles(files);
    await expectAt(page, 'h2');
    await expectThumbnail(page);
    parts.open();
    await waitForCount(page, '2 of 2 uploaded');
  });
});

/** The first row shows its file, whose middle has one colour. */
async function expectThumbnail(page: Page): Promise<void> {
  const readMiddle = () =>
    page.evaluate<number[]>(`{
      const canvas = document.querySelector('.upload-thumbnail canvas');
      [...(canvas?.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])];
    }`);
  await expect.poll(readMiddle).toEqual([expect.any(Number), 0, 120, 255]);
}

const READ_HEIGHTS = `
  [...document.querySelectorAll('.upload-row')].map((row) => row.getBoundingClientRect().height)`;

/** Of the rendered rows, which must also cover the window, unless the list ends there. */
const COUNT_GAPS = `{
  const boxes = [...document.querySelectorAll('.upload-row')].map((row) => row.getBoundingClientRect());
  const list = document.querySelector('.upload-list').getBoundingClientRect();
  const gaps = boxes.slice(1).filter((box, index) => Math.abs(box.top - boxes[index].bottom) > 0.5);
  const from = Math.max(0, list.top);
  const to = Math.min(innerHeight, list.bottom);
  gaps.length + (boxes[0].top <= from + 0.5 ? 0 : 1) + (boxes.at(-1).bottom >= to - 0.5 ? 0 : 1);
}`;
