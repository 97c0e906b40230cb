import { build } from 'esbuild';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';

/** Draws widgets in the console's document, under its policies and styles. */
const WIDGETS_PAGE = `
  import { render } from 'preact';
  import { signal } from '@preact/signals';
  import { Button } from './widgets/button.tsx';
  import { ConfirmDialog } from './widgets/confirm-dialog.tsx';
  import { Dialog } from './widgets/dialog.tsx';
  import { Menu } from './widgets/menu.tsx';
  import { TabLinks } from './widgets/tabs.tsx';
  import { showToast, Toasts } from './widgets/toast.tsx';

  const open = signal(null);
  const said = signal('');
  const say = (what) => () => { said.value += what + ' '; };
  const tabs = ['one', 'two'].map((id) => ({ id, label: id, href: '/#' + id }));
  function Page() {
    return <main>
      <Button>before</Button>
      <Menu label="Actions" button="…" header="Ada" items={[
        { label: 'Copy', onSelect: say('copied') },
        { label: 'Delete', onSelect: () => { open.value = 'confirm'; } },
        { label: 'Dark', isChecked: true, onSelect: say('dark') },
        { label: 'Download', isChecked: false, onSelect: say('downloaded') },
      ]} />
      <Button onClick={() => { open.value = 'dialog'; }}>open</Button>
      <Button onClick={() => showToast({ message: 'Deleted.', action: { label: 'Undo', run: say('undone') } })}>toast</Button>
      <Button onClick={() => showToast({ message: 'A new version.', isLasting: true })}>lasting</Button>
      <TabLinks label="Parts" tabs={tabs} selected="two" />
      <output>{said.value}</output>
      {open.value === 'dialog' && <Dialog title="Details" onClose={() => { open.value = null; say('closed')(); }}>
        <input aria-label="name" /></Dialog>}
      {open.value === 'confirm' && <ConfirmDialog title="Delete it?" action="Delete now"
        onConfirm={() => { open.value = null; say('deleted')(); }} onClose={() => { open.value = null; }}>
        <p>For good.</p></ConfirmDialog>}
      <Toasts />
    </main>;
  }
  document.getElementById('console').replaceChildren();
  render(<Page />, document.getElementById('console'));
`;

let script: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: WIDGETS_PAGE,
      resolveDir: join(import.meta.dirname, '../../../src/console'),
      loader: 'tsx',
    },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  script = outputFiles[0]?.text ?? '';
});

describeConsole('the widget', ({ openProfile }) => {
  const openWidgets = async (options: Parameters<typeof openProfile>[0] = {}): Promise<Page> => {
    const page = await (await openProfile(options)).newPage();
    await page.clock.install();
    await page.route('**/assets/shell-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto('/gallery');
    await page.getByRole('button', { name: 'before' }).focus();
    return page;
  };
  /** Name of the focused element. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
    );
  const press = async (page: Page, ...keys: string[]): Promise<string> => {
    for (const key of keys) await page.keyboard.press(key);
    return focused(page);
  };
  const said = (page: Page): Promise<string | null> => page.locator('output').textContent();

  describe('menu', () => {
    it('opens, moves and closes by pointer and keys, and returns the focus', async () => {
      const page = await openWidgets();
      const opener = page.getByRole('button', { name: 'Actions' });
      await opener.click();
      const menu = page.getByRole('menu', { name: 'Actions' });
      await menu.waitFor();
      expect(await menu.getByRole('menuitemradio', { checked: true }).textContent()).toBe('Dark');
      await opener.click();
      await menu.waitFor({ state: 'hidden' });
      await opener.click();
      await page.mouse.click(2, 500);
      await menu.waitFor({ state: 'hidden' });
      expect(await said(page)).toBe('');

      await page.getByRole('button', { name: 'before' }).focus();
      const expanded = (): Promise<string | null> => opener.getAttribute('aria-expanded');
      expect(await press(page, 'Tab')).toBe('Actions');
      expect(await press(page, 'Enter')).toBe('Copy');
      await expect.poll(expanded).toBe('true');
      expect(await press(page, 'ArrowDown')).toBe('Delete');
      expect(await press(page, 'End')).toBe('Download');
      expect(await press(page, 'ArrowDown')).toBe('Copy');
      expect(await press(page, 'ArrowUp')).toBe('Download');
      expect(await press(page, 'Home', 'd')).toBe('Delete');
      expect(await press(page, 'd')).toBe('Dark');
      expect(await press(page, 'Escape')).toBe('Actions');
      await expect.poll(expanded).toBe('false');
      expect(await press(page, 'ArrowUp')).toBe('Download');
      expect(await press(page, 'Escape', 'ArrowDown')).toBe('Copy');
      expect(await press(page, 'Tab')).toBe('open');
      await expect.poll(expanded).toBe('false');
      expect(await press(page, 'Shift+Tab', ' ', 'Enter')).toBe('Actions');
      expect(await said(page)).toBe('copied ');
      expect(await page.getByRole('menu').count()).toBe(0);
    });
  });

  describe('dialog', () => {
    it('has a name, holds the focus, closes by Escape, and confirms irreversible actions', async () => {
      const page = await openWidgets();
      // A page that scrolls, whose scrollbar a dialog takes away.
      const readWidths = () =>
        page.evaluate<[number, number]>('[document.body.clientWidth, innerWidth]');
      await page.evaluate("document.body.style.minHeight = '200vh'");
      const widths = await readWidths();
      expect(widths[0]).toBeLessThan(widths[1]);
      await page.getByRole('button', { name: 'open' }).focus();
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Details' });
      await dialog.waitFor();
      expect(await readWidths()).toEqual(widths);
      const hasFocus = await page.evaluate(
        `document.querySelector('dialog').contains(document.activeElement)`,
      );
      expect(hasFocus).toBe(true);
      // The root's ground shows in the gutter, and has the colour of the page below the backdrop.
      const look = await page.evaluate(`(() => {
        const { backgroundColor, overflowY } = getComputedStyle(document.documentElement);
        return { overflowY, isDarker: backgroundColor !== getComputedStyle(document.body).backgroundColor };
      })()`);
      expect(look).toEqual({ overflowY: 'hidden', isDarker: true });
      expect(await press(page, 'Escape')).toBe('open');
      expect(await said(page)).toBe('closed ');
      expect(await dialog.count()).toBe(0);
      await press(page, 'Enter');
      await page.mouse.click(2, 2);
      await dialog.waitFor({ state: 'detached' });
      expect(await said(page)).toBe('closed closed ');

      await page.getByRole('button', { name: 'before' }).focus();
      await press(page, 'Tab', 'Enter', 'ArrowDown', 'Enter');
      const question = page.getByRole('dialog', { name: 'Delete it?' });
      await question.waitFor();
      expect(await focused(page)).toBe('Cancel');
      expect(await press(page, 'Escape')).toBe('Actions');
      await press(page, 'Enter', 'ArrowDown', 'Enter');
      await question.getByRole('button', { name: 'Delete now' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await said(page)).toBe('closed closed deleted ');
      expect(await focused(page)).toBe('Actions');
    });

    it('stays open when its edge is pressed, and shields the page below', async () => {
      const page = await openWidgets({ hasTouch: true });
      const below = await page.getByRole('button', { name: 'lasting' }).boundingBox();
      await press(page, 'Tab', 'Tab', 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Details' });
      const { x = 0, y = 0 } = (await dialog.boundingBox()) ?? {};
      await page.mouse.click(x + 100, y + 0.5);
      // Like a text selection that ends outside.
      await dialog.getByRole('textbox').hover();
      await page.mouse.down();
      await page.mouse.move(2, 2);
      await page.mouse.up();
      expect(await said(page)).toBe('');
      await page.touchscreen.tap((below?.x ?? 0) + 5, (below?.y ?? 0) + 5);
      await dialog.waitFor({ state: 'detached' });
      expect(await said(page)).toBe('closed ');
      expect(await page.getByText('A new version.').count()).toBe(0);
    });
  });

  describe('toast', () => {
    it('is announced, disappears after a time, and stays while it is in use', async () => {
      const page = await openWidgets();
      const toast = page.getByRole('status').filter({ hasText: 'Deleted.' });
      const show = page.getByRole('button', { name: 'toast' });
      await show.click();
      await toast.waitFor();
      // A second toast does not repeat the first.
      expect(await toast.getAttribute('aria-atomic')).toBe('false');
      await page.mouse.move(2, 500);
      await page.clock.fastForward(9000);
      await toast.waitFor({ state: 'hidden' });

      await show.click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.hover();
      await undo.focus();
      await page.mouse.move(2, 500);
      // A second toast does not restart the first's timer.
      await page.getByRole('button', { name: 'lasting' }).dispatchEvent('click');
      await page.getByText('A new version.').waitFor();
      await page.clock.fastForward(60_000);
      await page.keyboard.press('Enter');
      await undo.waitFor({ state: 'detached' });
      expect(await said(page)).toBe('undone ');
      // The focus returns to its origin.
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('toast');
      await page.getByText('A new version.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByText('A new version.').waitFor({ state: 'detached' });
    });
  });

  describe('links of tabs', () => {
    it('are links, and mark the current one', async () => {
      const page = await openWidgets();
      const links = page.getByRole('navigation', { name: 'Parts' });
      expect(await links.locator('[aria-current=page]').textContent()).toBe('two');
      expect(await links.getByRole('link', { name: 'one' }).getAttribute('href')).toBe('/#one');
      await page.emulateMedia({ forcedColors: 'active' });
      const edges = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.tab')].map((link) => getComputedStyle(link).borderBlockEndColor)",
      );
      expect(new Set(edges).size).toBe(2);
    });
  });
});
