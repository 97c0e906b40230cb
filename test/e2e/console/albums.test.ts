import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers } from './support/accessible.ts';
import { callApi, openAlbumIn } from './support/album-page.ts';
import { describeConsole, failOnErrors } from './support/console.ts';
import { hold } from './support/hold.ts';
import { openImageIn } from './support/image-page.ts';
import { expectOneLeftEdge } from './support/left-edge.ts';

describeConsole('albums', (console) => {
  const openImage = openImageIn(console);
  const openAlbum = openAlbumIn(console);

  it('are made, renamed, shared under a link, emptied and deleted', async () => {
    const { page, id } = await openImage();
    await page.goto('/albums');
    await page.getByRole('heading', { name: 'No albums yet' }).waitFor();
    await page.getByRole('button', { name: 'New album' }).click();
    await page.getByRole('textbox', { name: 'Album title' }).fill('Harbor');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'This album is empty' }).waitFor();
    const albumPath = new URL(page.url()).pathname;

    const title = page.getByRole('textbox', { name: 'Album title' });
    await title.fill('Harbours');
    await title.press('Enter');
    await expect.poll(() => page.title()).toContain('Harbours');
    // An image comes in from elsewhere.
    await callApi(page, `${albumPath}/images`, { image_ids: [id] });
    await page.reload();
    await page.getByLabel('Sharing').selectOption({ label: 'Anyone with the link' });
    const link = page.getByRole('textbox', { name: 'Album link' });
    await link.waitFor();
    const url = await link.inputValue();
    await expectOneLeftEdge(page);

    const visitor = await (await console.openProfile()).newPage();
    failOnErrors(visitor);
    const held = await hold(visitor, '**/*.webp');
    await visitor.goto(url, { waitUntil: 'commit' });
    await visitor.getByRole('heading', { name: 'Harbours' }).waitFor();
    const blur = 'getComputedStyle(document.querySelector("main li")).backgroundImage';
    await expect.poll(() => visitor.evaluate<string>(blur)).toMatch(/^url\("data:image\/png;/u);
    held.open();
    const shown = 'document.querySelector("main img")?.naturalWidth ?? 0';
    await expect.poll(() => visitor.evaluate<number>(shown)).toBeGreaterThan(0);

    await page.getByRole('gridcell', { name: 'harbour' }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Remove from album' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'This album is empty' }).waitFor();
    await page.getByRole('button', { name: 'Delete album…' }).click();
    await page.getByRole('button', { name: 'Delete album', exact: true }).click();
    await page.getByRole('heading', { name: 'No albums yet' }).waitFor();
    await expect
      .poll(async () => (await visitor.goto(url))?.status(), { timeout: 10_000 })
      .toBe(404);
  });

  it('are ordered by keys, buttons and mouse, and return to that order', async () => {
    const { page, cell, names } = await openAlbum();
    const order = page.getByLabel('Order');
    await order.selectOption({ label: 'Custom' });
    await cell('four').focus();
    // Before that order is read; the second one is planned in the order that the first one makes.
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(names).toEqual(['three', 'two', 'four', 'one']);
    await page.keyboard.press('Alt+Home');
    await expect.poll(names).toEqual(['four', 'three', 'two', 'one']);
    await page.keyboard.press('Alt+End');
    await expect.poll(names).toEqual(['three', 'two', 'one', 'four']);
    await page.getByText('Moved to position 4').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Move to the start or end').waitFor();
    await page.keyboard.press('Escape');

    await cell('one').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Move earlier' }).click();
    await expect.poll(names).toEqual(['three', 'one', 'two', 'four']);
    await page.getByRole('button', { name: 'Clear selection' }).click();

    await drag(page, cell('three'), cell('two'));
    await expect.poll(names).toEqual(['one', 'two', 'three', 'four']);
    // It has opened no image.
    expect(new URL(page.url()).pathname).toMatch(/^\/albums\//u);
    await page.getByText('Moved to position 3').waitFor();

    for (const shown of ['Newest first', 'Oldest first']) {
      await order.selectOption({ label: shown });
      const first = shown === 'Newest first' ? 'four' : 'one';
      await expect.poll(async () => (await names())[0]).toBe(first);
    }
    await order.selectOption({ label: 'Custom' });
    await page.reload();
    await expect.poll(names).toEqual(['one', 'two', 'three', 'four']);
    await cell('two').press('Delete');
    await page.getByText('If you add them again, they go to the end of the album.').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(names).toEqual(['one', 'three', 'four']);
    await page.getByText('3 photos').waitFor();
  });

  it('show their cover, end with a day, and leave no way by a link that is replaced', async () => {
    const { page, albumPath, cell } = await openAlbum(['one', 'two']);
    const read = async () => (await callApi(page, albumPath)) as Record<string, unknown>;
    const readCover = async () => (await read())['cover'] as { is_chosen: boolean };
    await cell('one').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Set as cover' }).click();
    await page.getByText('Cover changed').waitFor();
    const first = await readCover();
    expect(first.is_chosen).toBe(true);
    await page.getByRole('button', { name: 'Use first photo as cover' }).click();
    await page.getByRole('button', { name: 'Set as cover' }).waitFor();
    expect(await readCover()).not.toEqual(first);

    await page.getByLabel('Sharing').selectOption({ label: 'Anyone with the link' });
    const end = page.getByLabel('Link expires on');
    await end.fill('2099-07-01');
    await expect.poll(async () => (await read())['expires_at']).toMatch(/^2099-07-0[12]T/u);
    // Too late for the API, and past.
    for (const refused of ['10000-01-01', '2020-01-01']) await end.fill(refused);
    expect((await read())['expires_at']).toMatch(/^2099-07-0[12]T/u);
    await end.fill('');
    await expect.poll(async () => (await read())['expires_at']).toBeNull();

    const link = page.getByRole('textbox', { name: 'Album link' });
    const previous = await link.inputValue();
    const visitor = await (await console.openProfile()).newPage();
    const open = async (url: string) => (await visitor.goto(url))?.status();
    expect(await open(previous)).toBe(200);
    await page.getByRole('button', { name: 'Replace link…' }).click();
    await page.getByRole('button', { name: 'Replace link', exact: true }).click();
    await page.getByText('Link replaced').waitFor();
    await expect.poll(() => link.inputValue()).not.toBe(previous);
    expect(await open(previous)).toBe(404);
    expect(await open(await link.inputValue())).toBe(200);
    await page.getByRole('link', { name: 'Albums' }).first().click();
    await page.getByRole('list', { name: 'Albums' }).waitFor();
    await expectOneLeftEdge(page);
  });

  it('keep a text that could not be saved, also on another page', async () => {
    const { page, albumPath } = await openAlbum([]);
    const title = page.getByRole('textbox', { name: 'Album title' });
    const description = page.getByRole('textbox', { name: 'Album description' });
    await title.fill('');
    await title.blur();
    await expect.poll(() => title.inputValue()).toBe('Harbours');
    const refused = `**/api/v1${albumPath}`;
    await page.route(refused, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { code: 5000, message: 'broken', data: null } })
        : route.continue(),
    );
    await description.fill('Written at sea');
    await description.blur();
    await page.getByText('Not saved: your text stays in the field.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Account' }).first().click();
    await description.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByText('Not saved: your text stays in the field.').waitFor();
    expect(await description.inputValue()).toBe('Written at sea');
    await page.unroute(refused);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await callApi(page, albumPath)).toMatchObject({ description: 'Written at sea' });
  });
});

/** Drops an image behind another one. */
const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  await from.hover();
  await page.mouse.down();
  const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 5 });
  await page.mouse.up();
};
