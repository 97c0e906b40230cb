import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fakeAlbum, openAlbumIn } from './support/album-page.ts';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';

const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** The images from a third of the library on, the oldest first. */
const IDS = Array.from({ length: 250 }, (_, index) => index + 1);

describeConsole('the viewer of an album', (console) => {
  const openAlbum = openAlbumIn(console);

  const openFake = async (path: string) => {
    const { page } = await console.openSignedIn(null);
    await fakeLibrary(page, 300);
    await fakeAlbum(page, 7, IDS);
    await page.goto(path);
    const expectShown = async (id: number) => {
      await page.getByRole('heading', { name: `Picture ${id}`, exact: true }).waitFor();
      await expect.poll(() => addressOf(page)).toBe(`/images/${id}?album=7`);
    };
    const focused = page.locator('[data-index]:focus');
    const expectFocused = (id: number) =>
      expect.poll(() => focused.getAttribute('aria-label')).toBe(`Picture ${id}`);
    return { page, expectShown, expectFocused };
  };

  it('steps through it in its order, and leads back to the cell of the last image', async () => {
    const { page, expectShown, expectFocused } = await openFake('/albums/7');
    await page.getByRole('gridcell', { name: 'Picture 2', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expectShown(2);
    await page.getByText('2 of 250', { exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await expectShown(3);
    await page.getByRole('button', { name: 'Previous photo' }).click();
    await expectShown(2);
    await page.keyboard.press('t');
    const strip = page.getByRole('navigation', { name: 'Filmstrip' });
    await strip.getByRole('link', { name: 'Picture 5', exact: true }).click();
    await expectShown(5);
    await page.keyboard.press('Escape');
    await expectFocused(5);
    expect(addressOf(page)).toBe('/albums/7');
    await page.goBack();
    await expectShown(5);
    await page.getByRole('link', { name: 'Album', exact: true }).click();
    await expectFocused(5);
  });

  it('steps through it after a reload, wherever in the album the image is', async () => {
    const { page, expectShown, expectFocused } = await openFake('/images/215?album=7');
    await expectShown(215);
    await page.getByText('215 of 250', { exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await expectShown(216);
    await page.reload();
    await page.getByText('216 of 250', { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await expectShown(215);
    await page.keyboard.press('Escape');
    await expectFocused(215);
    expect(addressOf(page)).toBe('/albums/7');
  });

  it('steps through the gallery if the person has no such album', async () => {
    const { page } = await openFake('/images/215?album=8');
    await page.getByText('86 of 300', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => addressOf(page)).toBe('/gallery');
  });

  it('shows the next image after a deletion, and the deleted one again after an undo', async () => {
    const { page, cell } = await openAlbum(['one', 'two', 'three']);
    await cell('two').press('Enter');
    const shown = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
    await shown('two');
    const position = (said: string) => page.getByRole('status').getByText(said).waitFor();
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete photo…' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
    };
    await remove();
    await shown('one');
    await position('2 of 2');
    await remove();
    // The last one is gone: the one before it follows.
    await shown('three');
    await position('1 of 1');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await position('1 of 2');
    await page.keyboard.press('ArrowRight');
    await shown('one');
  });
});
