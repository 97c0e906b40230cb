import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi, openAlbumIn } from './support/album-page.ts';
import { describeConsole } from './support/console.ts';

/** Drags an image over something, and leaves the mouse button pressed. */
const dragOver = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  await from.hover();
  await page.mouse.down();
  await page.mouse.move(400, 500, { steps: 3 });
  await to.waitFor();
  const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await page.locator('[data-over=true]').waitFor();
};

describeConsole('images that are dragged in the gallery', (console) => {
  const openAlbum = openAlbumIn(console);

  it('are added to the album on which they are dropped, all selected ones together', async () => {
    const { page } = await openAlbum(['one', 'two', 'three']);
    const { id } = (await callApi(page, '/albums', { title: 'Coves' })) as { id: number };
    const count = async () =>
      ((await callApi(page, `/albums/${String(id)}`)) as { image_count: number }).image_count;
    await page.goto('/gallery');
    const cell = (name: string) => page.getByRole('gridcell', { name });
    const tray = page.locator('.album-tray');
    const target = tray.getByText('Coves');
    await cell('one').getByRole('checkbox').click();
    await cell('two').getByRole('checkbox').click();
    await dragOver(page, cell('two'), target);
    await tray.getByText('2 photos').waitFor();
    await page.mouse.up();
    await page.getByText('2 photos added to “Coves”.').waitFor();
    await tray.waitFor({ state: 'detached' });
    expect(await count()).toBe(2);
    // It has opened no image.
    expect(new URL(page.url()).pathname).toBe('/gallery');
    // A press without a mouse is none of the drag’s.
    await cell('three').getByRole('checkbox').dispatchEvent('click');
    await page.getByText('3 selected').waitFor();
    await cell('three').getByRole('checkbox').click();
    await page.getByText('2 selected').waitFor();

    await dragOver(page, cell('three'), target);
    await page.keyboard.press('Escape');
    await tray.waitFor({ state: 'detached' });
    await page.mouse.up();
    await page.getByText('1 selected').waitFor();
    await dragOver(page, cell('three'), tray.getByText('Another album…'));
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Add 1 photo to album' });
    await dialog.getByRole('radio', { name: /Coves/u }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 photo added to “Coves”.').waitFor();
    expect(await count()).toBe(3);
  });
});
