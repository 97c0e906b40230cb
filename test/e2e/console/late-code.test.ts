import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';
import { hold } from './support/hold.ts';

const NOT_LOADED = 'Part of this page didn’t load.';

describeConsole('a failed load of code on demand', ({ openSignedIn }) => {
  it('is reported at a deletion, which then uses the current selection', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 30);
    // The bar below the images loads it, too.
    const dock = await hold(page, '**/assets/selection-bar-*.js');
    await page.route('**/assets/change-dialog-*.js', (route) => route.abort());
    await page.goto('/gallery');
    const cells = page.getByRole('gridcell');
    await cells.first().focus();
    await page.keyboard.press('Delete');
    await page.getByText(NOT_LOADED).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.unroute('**/assets/change-dialog-*.js');
    await page.keyboard.press('Shift+ArrowRight');
    // Some keyboards have only this key.
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Delete 2 photos' }).waitFor();
    dock.open();
  });

  it('is reported where text would be copied by hand', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 3);
    await page.addInitScript(`
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    `);
    await page.goto('/images/2');
    await page.route('**/assets/copy-by-hand-*.js', (route) => route.abort(), { times: 1 });
    const copy = page.getByRole('button', { name: 'Copy link' }).first();
    await copy.click();
    await page.getByText(NOT_LOADED).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await copy.click();
    await page.getByRole('textbox', { name: 'Copy this text' }).waitFor();
  });
});
