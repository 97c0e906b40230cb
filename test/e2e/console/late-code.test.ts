import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';
import { hold } from './support/hold.ts';

const NOT_LOADED = 'Part of this page didn’t load.';

describeConsole(
  'what is loaded when somebody asks for it, where it does not come',
  ({ openSignedIn }) => {
    it('says so where images are to be deleted, and asks about those that are meant by then', async () => {
      const { page } = await openSignedIn(null);
      await fakeLibrary(page, 30);
      // What stands below the images brings it, too.
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
      // Many a keyboard has it alone.
      await page.keyboard.press('Backspace');
      await page.getByRole('button', { name: 'Delete 2 photos' }).waitFor();
      dock.open();
    });

    it('says so where text is to be copied by hand', async () => {
      const { page } = await openSignedIn(null);
      await fakeLibrary(page, 3);
      await page.addInitScript(`
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    `);
      await page.goto('/images/2');
      await page.route('**/assets/copy-by-hand-*.js', (route) => route.abort(), { times: 1 });
      const copy = page.getByRole('button', { name: 'Copy link' });
      await copy.click();
      await page.getByText(NOT_LOADED).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await copy.click();
      await page.getByRole('textbox', { name: 'Copy this text' }).waitFor();
    });
  },
);
