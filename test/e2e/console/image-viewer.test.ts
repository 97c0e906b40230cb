import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers, findDialogBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';
import { CLIPBOARD, READ_FOCUSED_NAMES, READ_TEXT, openImageIn } from './support/image-page.ts';
import { openDevtools } from './support/spare-profiles.ts';

/** Whether the focused cell is below the head of its month, which sticks below the other bars. */
const IS_FOCUS_IN_SIGHT = `(() => {
  const cell = document.querySelector('[data-index][tabindex="0"]:focus');
  const head = cell?.closest('.gallery-month').querySelector('.gallery-month-head');
  const { top, bottom } = cell?.getBoundingClientRect() ?? { top: -1 };
  return top >= head?.getBoundingClientRect().bottom && bottom <= innerHeight;
})()`;

/** Of the page's ground, and of the stage's ground and text. */
const READ_LIGHT = `{
  const read = (selector, property) => {
    const [red, green, blue] = getComputedStyle(document.querySelector(selector))[property].match(/\\d+/gu);
    const sum = Number(red) + Number(green) + Number(blue);
    return sum < 60 ? 'dark' : sum > 600 ? 'light' : 'between';
  };
  ({
    page: read('body', 'backgroundColor'),
    stage: read('.viewer-stage', 'backgroundColor'),
    text: read('.viewer-stage', 'color'),
  });
}`;

const readWindow = (page: Page) =>
  page.evaluate<{ width: number; height: number }>('({ width: innerWidth, height: innerHeight })');

/** Swipes over the image. */
const swipe = async (page: Page, wayPx: number): Promise<void> => {
  const { x, y, width, height } = (await page.locator('.image-stage').boundingBox()) ?? NOWHERE;
  const touch = await openDevtools(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', movedPx: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2 + movedPx, y: y + height / 2 }],
    });
  await send('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', wayPx * share);
  await send('touchEnd', wayPx);
  await touch.detach();
};

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

describeConsole('the viewer of an image', (console) => {
  const openImage = openImageIn(console);
  const { openSignedIn } = console;

  it('is dark in the light theme, and zooms and moves by keyboard in window and full screen', async () => {
    const { page, open } = await openImage({}, { width: 2400, height: 400 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open();
    expect(await page.evaluate(READ_LIGHT)).toEqual({
      page: 'light',
      stage: 'dark',
      text: 'light',
    });
    const scale = page.locator('.viewer-scale');
    const plane = page.locator('.image-plane');
    const fitted = await scale.textContent();
    // Wherever the focus is.
    await page.keyboard.press('+');
    await expect.poll(() => scale.textContent()).not.toBe(fitted);
    expect(asked.filter((url) => url.endsWith('/preview?size=full'))).toEqual([]);
    await page.keyboard.press('1');
    await expect.poll(() => scale.textContent()).toBe('100%');
    // The full-size file loads when its pixels are visible.
    await expect
      .poll(() => asked.filter((url) => url.endsWith('/preview?size=full')).length)
      .toBe(1);
    const middle = await plane.getAttribute('style');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => plane.getAttribute('style')).not.toBe(middle);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => plane.getAttribute('style')).toBe(middle);
    await page.keyboard.press('0');
    await expect.poll(() => scale.textContent()).toBe(fitted);

    const links = page.getByRole('complementary', { name: 'Info' });
    await links.waitFor();
    await page.keyboard.press('f');
    await links.waitFor({ state: 'detached' });
    // The browser answers the request for the whole screen later.
    await expect
      .poll(() => page.evaluate('document.fullscreenElement === document.documentElement'))
      .toBe(true);
    const stage = page.locator('.image-stage');
    expect(await stage.boundingBox()).toEqual({ x: 0, y: 0, ...(await readWindow(page)) });
    await page.keyboard.press('1');
    await expect.poll(() => scale.textContent()).toBe('100%');
    await page.keyboard.press('Escape');
    await links.waitFor();
    await expect.poll(() => page.evaluate('document.fullscreenElement')).toBe(null);
    await page.keyboard.press('0');
    await stage.dblclick();
    await expect.poll(() => scale.textContent()).toBe('100%');
  });

  it('copies its link, saves it, shows its data and asks to delete it by a key each', async () => {
    const { page, open, url } = await openImage(CLIPBOARD);
    await open();
    await expect
      .poll(async () => {
        await page.keyboard.press('c');
        return page.evaluate<string>(READ_TEXT);
      })
      .toBe(url);
    await page.getByText('Link copied.').waitFor();
    const saving = page.waitForEvent('download');
    await page.keyboard.press('d');
    expect((await saving).suggestedFilename()).toBe('harbour.webp');

    const info = page.getByRole('complementary', { name: 'Info' });
    await page.keyboard.press('i');
    await info.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('img[data-loaded=true]').waitFor();
    expect(await info.count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('i');
    // No key acts in a field or while a dialog is open.
    await info.getByLabel('Link', { exact: true }).press('i');
    await page.keyboard.press('Delete');
    await page.locator('main').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Move this photo to trash?' });
    await question.waitFor();
    expect(await page.evaluate(READ_FOCUSED_NAMES)).toContain('Cancel');
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.keyboard.press('i');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await info.waitFor();
  });

  it('leads to its neighbours by keys, buttons and swipes, and back to the gallery', async () => {
    const { page } = await openSignedIn(null, { hasTouch: true });
    const { asked } = await fakeLibrary(page, 300);
    const pictures: string[] = [];
    page.on('request', (request) => pictures.push(new URL(request.url()).pathname));
    const expectShown = async (id: number) => {
      await page.getByRole('heading', { name: `Picture ${id}`, exact: true }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/images/${id}`);
    };
    await page.goto('/images/215');
    await expectShown(215);
    // The default order, which loads more near its end.
    await page.getByText('86 of 300', { exact: true }).waitFor();
    await expect.poll(() => asked.slice(-2)).toEqual(['', '100']);
    const length = await page.evaluate('history.length');
    await expect.poll(() => pictures).toContain('/api/v1/images/214/preview');
    await page.keyboard.press('ArrowRight');
    await expectShown(214);
    await expect
      .poll(() => page.getByRole('status').allTextContents())
      .toContain('Picture 214 87 of 300');
    await page.getByRole('button', { name: 'Next photo' }).press('Enter');
    await expectShown(213);
    expect(await page.evaluate(READ_FOCUSED_NAMES)).toContain('Next photo');

    // Keys with another meaning in a focused element.
    await page.getByLabel('Link', { exact: true }).press('ArrowRight');
    const stage = page.getByRole('group', { name: 'Photo.' });
    await stage.press('1');
    await stage.press('ArrowRight');
    await page.getByRole('button', { name: 'Delete photo…' }).press('Enter');
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expectShown(213);
    await stage.press('0');
    await swipe(page, -120);
    await expectShown(212);
    await swipe(page, 120);
    await expectShown(213);
    // A swipe that started elsewhere, as on a button.
    const lifted = { pointerType: 'touch', clientX: 1279, button: 0 };
    await page.locator('.image-stage').dispatchEvent('pointerup', lifted);

    await page.keyboard.press('f');
    await page.keyboard.press('ArrowLeft');
    await expectShown(214);
    await page.getByRole('button', { name: 'Previous photo' }).click();
    await expectShown(215);
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    expect(await page.evaluate('history.length')).toBe(length);
    // Escape leaves the whole screen, and then the image.
    await page.keyboard.press('Escape');
    // The focus is on the image's cell.
    const focused = page.locator('[data-index]:focus');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Picture 215');
    expect(await page.evaluate(IS_FOCUS_IN_SIGHT)).toBe(true);
    await page.goBack();
    await expectShown(215);

    await page.setViewportSize({ width: 360, height: 400 });
    await page.getByRole('link', { name: 'Gallery' }).first().click();
    await focused.press('Control+Home');
    await page.keyboard.press('Enter');
    for (const id of [300, 299, 298, 297, 296, 295, 294]) {
      await expectShown(id);
      await page.keyboard.press('ArrowRight');
    }
    await expectShown(293);
    await page.goBack();
    // The last seen image is in sight, and is the tab stop of the grid.
    await expect.poll(() => focused.getAttribute('data-index')).toBe('7');
    expect(await page.evaluate(IS_FOCUS_IN_SIGHT)).toBe(true);
  });
});
